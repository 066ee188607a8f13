package dev.reprise.okhttp;

import dev.reprise.Outcome;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** How a call ended, whichever way it did. */
record Result(int status, String body, Throwable failure, Outcome outcome, Duration took) {

    static Result of(OkHttpClient client, Request request) {
        return of(client.newCall(request));
    }

    static Result of(Call call) {
        long start = System.nanoTime();
        try (Response response = call.execute()) {
            Outcome outcome = RetryOkHttp.outcome(response);
            return new Result(response.code(), response.body().string(), null, outcome, since(start));
        } catch (Throwable failure) {
            return new Result(0, null, failure, Outcome.of(failure), since(start));
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
