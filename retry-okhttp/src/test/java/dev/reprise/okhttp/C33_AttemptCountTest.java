package dev.reprise.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.RetryPolicy;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.RetryListener;
import dev.reprise.testing.Break;
import dev.reprise.testing.FaultServer;
import dev.reprise.testing.Point;
import dev.reprise.testing.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three attempts are three requests and two pauses. */
class C33_AttemptCountTest {

    private final ManualTime time = new ManualTime();
    private final List<Integer> numbers = new ArrayList<>();

    private OkHttpClient client(int attempts) {
        RetryPolicy policy = Calls.policy()
                .sleeper(time)
                .maxAttempts(attempts)
                .listener(new RetryListener() {
                    @Override
                    public void attemptStarted(AttemptStarted event) {
                        numbers.add(event.attempt());
                    }
                })
                .build();
        return RetryOkHttp.wrap(Calls.plain(), policy);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void when_the_last_answer_is_returned(int attempts) {
        counts(attempts, Script.answer(503));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void when_an_exception_is_thrown(int attempts) {
        counts(attempts, Script.breakAt(Point.REQUEST_READ, Break.RESET));
    }

    private void counts(int attempts, Script script) {
        try (FaultServer server = FaultServer.start()) {
            server.otherwise(script);
            Result result = Result.of(client(attempts), Calls.get(server, "/"));
            assertThat(server.requests()).hasSize(attempts);
            assertThat(result.attempts()).isEqualTo(attempts);
            assertThat(numbers)
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, attempts).boxed().toList());
            assertThat(time.pauses()).hasSize(attempts - 1);
            assertThat(result.outcome().history()).hasSize(attempts - 1);
        }
    }
}
