package dev.reprise.httpclient;

import dev.reprise.Retrier;
import dev.reprise.suite.Call;
import dev.reprise.suite.Port;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Calls a wrapped client in one of the two ways. */
record JdkPort(HttpClient client, Result.Way way) implements Port {

    static Port over(Retrier retrier, Result.Way way) {
        return new JdkPort(RetryHttpClient.wrap(Calls.plain(), retrier), way);
    }

    @Override
    public dev.reprise.suite.Result send(Call call) {
        return dev.reprise.suite.Result.of(() -> {
            HttpResponse<String> response = exchange(call);
            return new dev.reprise.suite.Result.Answered(
                    response.statusCode(), response.body(), RetryHttpClient.outcome(response));
        });
    }

    @Override
    public HttpResponse<String> exchange(Call call) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(call.uri())
                .method(
                        call.method(),
                        call.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(call.body()));
        if (call.method().equals("GET") && call.body() == null) {
            request.GET();
        }
        if (call.action() != null) {
            RetryHttpClient.bind(request, call.action());
        }
        if (call.repeatability() != null) {
            RetryHttpClient.with(request, call.repeatability());
        }
        call.headers().forEach(request::setHeader);
        return way.call(client, request.build(), BodyHandlers.ofString());
    }
}
