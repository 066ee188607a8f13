package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.CallRefusedException;
import dev.reprise.action.BusinessAction;
import dev.reprise.http.HeaderNames;
import dev.reprise.testing.Answer;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.Cache;
import okhttp3.CacheControl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is none of a retrier's business. */
class LeftAloneTest {

    @TempDir
    Path folder;

    private OkHttpClient cached() {
        return RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .cache(new Cache(folder.toFile(), 1024 * 1024))
                        .build(),
                Calls.policy().build());
    }

    @Test
    void a_web_socket_handshake_is_not_repeated() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(Script.answer(503));
            CompletableFuture<Response> failed = new CompletableFuture<>();
            Request request = Calls.get(server, "/socket");
            Calls.client().newWebSocket(request, new WebSocketListener() {
                @Override
                public void onFailure(WebSocket socket, Throwable failure, Response response) {
                    failed.complete(response);
                }
            });
            assertThat(failed.get(10, TimeUnit.SECONDS).code()).isEqualTo(503);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void what_must_come_from_the_cache_is_not_asked_for_again() {
        try (FaultServer server = FaultServer.start()) {
            Request request = Calls.get(server, "/")
                    .newBuilder()
                    .cacheControl(CacheControl.FORCE_CACHE)
                    .build();
            Result result = Result.of(cached(), request);
            assertThat(result.status()).isEqualTo(504);
            assertThat(result.outcome()).isNull();
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void the_cache_goes_on_answering() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.enqueue(Script.answer(Answer.of(200, "kept")
                    .header("Cache-Control", "max-age=3600")
                    .header("Vary", "Accept")));
            OkHttpClient client = cached();
            assertThat(Calls.text(client, Calls.get(server, "/"))).isEqualTo("kept");
            assertThat(Calls.text(client, Calls.get(server, "/"))).isEqualTo("kept");
            assertThat(server.requests()).hasSize(1);
            assertThat(client.cache().hitCount()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_that_an_interceptor_made_up_is_final() {
        OkHttpClient client = RetryOkHttp.wrap(
                Calls.plain()
                        .newBuilder()
                        .addInterceptor(chain -> new Response.Builder()
                                .request(chain.request())
                                .protocol(okhttp3.Protocol.HTTP_1_1)
                                .code(503)
                                .message("made up")
                                .body(okhttp3.ResponseBody.create("made up", Calls.TEXT))
                                .build())
                        .build(),
                Calls.policy().build());
        Result result = Result.of(
                client, new Request.Builder().url("http://nowhere.test/").build());
        assertThat(result.status()).isEqualTo(503);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @Test
    void a_bound_request_cannot_be_left_alone() {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Request request = RetryOkHttp.leaveAlone(RetryOkHttp.bind(Calls.post(server, "/pay"), action));
            Result result = Result.of(Calls.client(), request);
            assertThat(result.failure())
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("leave out bind or leaveAlone");
            assertThat(server.accepted()).isZero();
        }
    }

    @Test
    void a_bound_request_carries_its_key_even_over_a_client_that_is_not_wrapped() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            BusinessAction action = Calls.actions().open("payment", "order-1");
            Request request = RetryOkHttp.bind(Calls.post(server, "/pay"), action);
            Calls.text(Calls.plain(), request);
            Calls.text(Calls.client(), request);
            String key = action.key().value();
            assertThat(server.requests()).hasSize(2).allSatisfy(received -> assertThat(
                            received.headers(HeaderNames.X_REQUEST_ID))
                    .containsExactly(key));
        }
    }

    @Test
    void a_request_that_asks_for_it_behaves_as_without_this_library() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = Calls.client();
            Calls.text(client, Calls.get(server, "/warm"));
            server.enqueue(Script.breakAt(Point.COMMITTED, Break.CLOSE));
            Result result = Result.of(client, RetryOkHttp.leaveAlone(Calls.post(server, "/pay")));
            assertThat(result.status()).isEqualTo(200);
            assertThat(result.outcome()).isNull();
            assertThat(server.ledger().charges()).isEqualTo(2);
        }
    }
}
