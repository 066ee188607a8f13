package dev.reprise.cases;

import static dev.reprise.testkit.FakeTransport.fails;
import static dev.reprise.testkit.FakeTransport.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.testkit.Facts;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.Policies;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A name that is not resolved is a request that was not sent. */
class C14_NameResolutionTest {

    private final FakeTime time = new FakeTime();

    static Stream<IOException> blips() {
        UnknownHostException bare = new UnknownHostException("api.test");
        return Stream.of(bare, new IOException(bare), new IOException(new IOException(bare)));
    }

    @ParameterizedTest
    @MethodSource("blips")
    void aBlipIsRetriedForAPostToo(IOException blip) {
        FakeTransport transport = new FakeTransport(
                time, fails(blip, Evidence.NOTHING_SENT), fails(blip, Evidence.NOTHING_SENT), status(201));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(ended.answer().status()).isEqualTo(201);
        assertThat(time.sleeps()).hasSize(2);
    }

    @Test
    void aNameThatNeverResolvesEndsTheCall() {
        FakeTransport transport =
                new FakeTransport(time, fails(new UnknownHostException("api.test"), Evidence.NOTHING_SENT));

        FakeTransport.Ended ended = transport.call(Policies.plain(time).build(), Facts.of("POST"));

        assertThat(ended.ending()).isEqualTo(Ending.ATTEMPTS);
        assertThat(ended.outcome().attempts()).isEqualTo(3);
        assertThat(ended.thrown()).isInstanceOf(UnknownHostException.class);
    }
}
