package dev.reprise.httpclient;

import dev.reprise.Outcome;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** How a call ended, whichever way it did. */
record Result(int status, String body, Throwable failure, Outcome outcome, Duration took) {

    /** The two ways to call a client. */
    enum Way {
        SEND {
            @Override
            <T> HttpResponse<T> call(HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> handler)
                    throws Exception {
                return client.send(request, handler);
            }
        },
        SEND_ASYNC {
            @Override
            <T> HttpResponse<T> call(HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> handler)
                    throws Exception {
                try {
                    return client.sendAsync(request, handler).get(30, TimeUnit.SECONDS);
                } catch (ExecutionException failed) {
                    throw failed.getCause() instanceof Exception cause ? cause : failed;
                }
            }
        };

        abstract <T> HttpResponse<T> call(HttpClient client, HttpRequest request, HttpResponse.BodyHandler<T> handler)
                throws Exception;

        Result of(HttpClient client, HttpRequest.Builder request) {
            long start = System.nanoTime();
            try {
                HttpResponse<String> response = call(client, request.build(), BodyHandlers.ofString());
                Outcome outcome = RetryHttpClient.outcome(response);
                return new Result(response.statusCode(), response.body(), null, outcome, since(start));
            } catch (Throwable failure) {
                return new Result(0, null, failure, Outcome.of(failure), since(start));
            }
        }
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    Effect effect() {
        return outcome.effect();
    }

    Ending ending() {
        return outcome.ending();
    }

    int attempts() {
        return outcome.attempts();
    }
}
