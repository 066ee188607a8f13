package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What futures wrap a failure in is not the failure. */
class C16_WrappedFailureTest {

    /** How a client's future fails. */
    enum Wrapped {
        NOT {
            @Override
            Throwable of(Throwable failure) {
                return failure;
            }
        },
        ONCE {
            @Override
            Throwable of(Throwable failure) {
                return new CompletionException(failure);
            }
        },
        TWICE {
            @Override
            Throwable of(Throwable failure) {
                return new ExecutionException(new CompletionException(failure));
            }
        };

        abstract Throwable of(Throwable failure);
    }

    private static Result call(Result.Way way, Throwable failure) {
        HttpClient failing = new StubClient(Calls.plain()) {
            @Override
            public <T> CompletableFuture<HttpResponse<T>> sendAsync(
                    HttpRequest request, HttpResponse.BodyHandler<T> handler) {
                return CompletableFuture.failedFuture(failure);
            }
        };
        HttpClient client = RetryHttpClient.wrap(failing, Calls.policy().build());
        return way.of(client, Calls.post(URI.create("http://127.0.0.1:1/pay")));
    }

    @ParameterizedTest
    @CsvSource({"SEND, NOT", "SEND, ONCE", "SEND, TWICE", "SEND_ASYNC, NOT", "SEND_ASYNC, ONCE", "SEND_ASYNC, TWICE"})
    void it_is_judged_and_told_without_them(Result.Way way, Wrapped wrapped) {
        ConnectException refused = new ConnectException("refused");
        Result result = call(way, wrapped.of(refused));
        assertThat(result.failure()).isSameAs(refused);
        assertThat(result.attempts()).isEqualTo(3);
        assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
    }

    @ParameterizedTest
    @EnumSource
    void a_wrapper_around_nothing_is_not_asked_for_again(Result.Way way) {
        Result result = call(way, new CompletionException("empty", null));
        assertThat(result.failure()).isNotInstanceOf(NullPointerException.class);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void causes_that_go_round_in_a_circle_come_to_an_end(Result.Way way) {
        IOException one = new IOException("one");
        IOException other = new IOException("other", one);
        one.initCause(other);
        Result result = call(way, new CompletionException(one));
        assertThat(result.failure()).isSameAs(one);
        assertThat(result.attempts()).isEqualTo(3);
    }
}
