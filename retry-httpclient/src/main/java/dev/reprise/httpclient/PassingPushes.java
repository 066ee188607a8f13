package dev.reprise.httpclient;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Hands pushed responses on as they are, for each attempt.
 *
 * @param <T> what the caller's handler makes of a body
 */
record PassingPushes<T>(HttpResponse.PushPromiseHandler<T> handler)
        implements HttpResponse.PushPromiseHandler<Received<T>> {

    @Override
    public void applyPushPromise(
            HttpRequest initiating,
            HttpRequest pushed,
            Function<HttpResponse.BodyHandler<Received<T>>, CompletableFuture<HttpResponse<Received<T>>>> acceptor) {
        handler.applyPushPromise(initiating, pushed, own -> acceptor.apply(head -> new PassingBody<>(own.apply(head)))
                .thenApply(Answered::pushed));
    }
}
