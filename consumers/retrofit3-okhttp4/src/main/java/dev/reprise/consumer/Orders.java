package dev.reprise.consumer;

import dev.reprise.RetryPolicy;
import dev.reprise.okhttp.RetryOkHttp;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.ResponseBody;
import retrofit2.Call;
import retrofit2.Retrofit;
import retrofit2.http.GET;
import retrofit2.http.Path;

interface Orders {
    @GET("/orders/{id}")
    Call<ResponseBody> order(@Path("id") String id);

    static Orders at(HttpUrl service) {
        OkHttpClient client = RetryOkHttp.wrap(new OkHttpClient(), RetryPolicy.ofDefaults("orders"));
        return new Retrofit.Builder().baseUrl(service).client(client).build().create(Orders.class);
    }
}
