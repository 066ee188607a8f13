package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.action.Actions;
import dev.reprise.testing.FaultServer;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.Buffer;
import okio.BufferedSink;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A body over a stream that does not say so is read by the first of several passes; what is left for the next is not sent for the whole. */
class C45_LargeLyingBodyTest {

    private final Actions actions = Calls.actions();

    @ParameterizedTest
    @CsvSource({"1100000, false", "1100000, true", "3000000, false", "3000000, true"})
    void no_shortened_body_arrives_as_a_success(int size, boolean lengthKnown) {
        try (FaultServer server = FaultServer.start()) {
            Request request = Calls.get(server, "/pay")
                    .newBuilder()
                    .post(overStream(size, lengthKnown))
                    .build();
            Result result = Result.of(Calls.client(), RetryOkHttp.bind(request, actions.open("payment", "order-1")));
            assertThat(result.failure()).isInstanceOf(IOException.class);
            assertThat(server.ledger().charges()).isZero();
        }
    }

    private static RequestBody overStream(int size, boolean lengthKnown) {
        Buffer stream = new Buffer().write(new byte[size]);
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return Calls.TEXT;
            }

            @Override
            public long contentLength() {
                return lengthKnown ? size : -1;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                sink.writeAll(stream);
            }
        };
    }
}
