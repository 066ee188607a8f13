package dev.reprise.okhttp;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Repeatability;
import dev.reprise.suite.Call;
import dev.reprise.suite.HttpSuite;
import dev.reprise.suite.Port;
import dev.reprise.suite.Result.Answered;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** The suite of all clients over OkHttp. */
class HttpSuiteTest extends HttpSuite {

    @Override
    protected Port port(RetryPolicy policy) {
        return over(policy);
    }

    static Port over(RetryPolicy policy) {
        OkHttpClient client = RetryOkHttp.wrap(Calls.plain(), policy);
        return call -> dev.reprise.suite.Result.of(() -> {
            try (Response response = client.newCall(request(call)).execute()) {
                return new Answered(response.code(), response.body().string(), RetryOkHttp.outcome(response));
            }
        });
    }

    private static Request request(Call call) {
        RequestBody body = call.body() == null ? null : RequestBody.create(call.body(), Calls.TEXT);
        Request.Builder request =
                new Request.Builder().url(call.uri().toString()).method(call.method(), body);
        call.headers().forEach(request::header);
        if (call.action() != null) {
            request.tag(BusinessAction.class, call.action());
        }
        if (call.repeatability() != null) {
            request.tag(Repeatability.class, call.repeatability());
        }
        return request.build();
    }
}
