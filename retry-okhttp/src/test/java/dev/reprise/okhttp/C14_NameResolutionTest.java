package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Effect;
import dev.reprise.testing.FaultServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name that is not found now was certainly not sent to. */
class C14_NameResolutionTest {

    private final ManualTime time = new ManualTime();
    private final AtomicInteger lookups = new AtomicInteger();

    private Dns failing(int times) {
        return host -> {
            if (lookups.incrementAndGet() <= times) {
                throw new UnknownHostException(host);
            }
            return List.of(InetAddress.getLoopbackAddress());
        };
    }

    private OkHttpClient client(OkHttpClient.Builder builder) {
        return RetryOkHttp.wrap(builder.build(), Calls.policy().sleeper(time).build());
    }

    private static Request charge(FaultServer server) {
        return Calls.post(server, "/pay")
                .newBuilder()
                .url(server.url("pay.test", "/pay"))
                .build();
    }

    @Test
    void a_charge_goes_out_once_the_name_is_found() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = client(Calls.plain().newBuilder().dns(failing(2)));
            Result result = Result.of(client, charge(server));
            assertThat(result.status()).isEqualTo(200);
            assertThat(time.pauses()).hasSize(2);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void so_it_does_when_an_interceptor_wraps_the_failure(int layers) {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client =
                    client(Calls.plain().newBuilder().dns(failing(2)).addInterceptor(chain -> {
                        try {
                            return chain.proceed(chain.request());
                        } catch (IOException failure) {
                            IOException wrapped = failure;
                            for (int i = 0; i < layers; i++) {
                                wrapped = new IOException("wrapped", wrapped);
                            }
                            throw wrapped;
                        }
                    }));
            assertThat(Result.of(client, charge(server)).status()).isEqualTo(200);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void a_name_that_is_never_found_is_given_up() {
        try (FaultServer server = FaultServer.start()) {
            OkHttpClient client = client(Calls.plain().newBuilder().dns(failing(Integer.MAX_VALUE)));
            Result result = Result.of(client, charge(server));
            assertThat(result.failure()).isInstanceOf(UnknownHostException.class);
            assertThat(result.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(lookups).hasValue(3);
        }
    }
}
