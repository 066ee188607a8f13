package dev.reprise.okhttp;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Repeatability;
import dev.reprise.suite.Call;
import dev.reprise.suite.Port;
import dev.reprise.suite.Result.Answered;
import java.io.IOException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Calls a wrapped OkHttp client. */
record OkHttpPort(OkHttpClient client) implements Port {

    static Port over(Retrier retrier) {
        return new OkHttpPort(RetryOkHttp.wrap(Calls.plain(), retrier));
    }

    static Port over(RetryPolicy policy) {
        return new OkHttpPort(RetryOkHttp.wrap(Calls.plain(), policy));
    }

    @Override
    public dev.reprise.suite.Result send(Call call) {
        return dev.reprise.suite.Result.of(() -> {
            try (Response response = exchange(call)) {
                return new Answered(response.code(), response.body().string(), RetryOkHttp.outcome(response));
            }
        });
    }

    @Override
    public Response exchange(Call call) throws IOException {
        return client.newCall(request(call)).execute();
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
