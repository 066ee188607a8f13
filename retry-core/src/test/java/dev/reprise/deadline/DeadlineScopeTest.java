package dev.reprise.deadline;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.time.Ticker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineScopeTest {

    private final AtomicLong now = new AtomicLong();
    private final Ticker ticker = now::get;
    private final Deadline soon = Deadline.after(ofSeconds(1), ticker);
    private final Deadline late = Deadline.after(ofSeconds(9), ticker);

    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(Deadline.current()).isSameAs(Deadline.none());
    }

    @Test
    void aThreadStartsWithoutADeadline() {
        assertThat(Deadline.current()).isSameAs(Deadline.none());
    }

    @Test
    void aScopeBindsUntilItIsClosed() {
        try (Deadline.Scope scope = soon.activate()) {
            assertThat(scope).isNotNull();
            assertThat(Deadline.current()).isSameAs(soon);
        }
        assertThat(Deadline.current()).isSameAs(Deadline.none());
    }

    @Test
    void anEarlierDeadlineInsideALaterOneRulesUntilItsScopeIsClosed() {
        try (Deadline.Scope outer = late.activate()) {
            try (Deadline.Scope inner = soon.activate()) {
                assertThat(inner).isNotSameAs(outer);
                assertThat(Deadline.current()).isSameAs(soon);
            }
            assertThat(Deadline.current()).isSameAs(late);
        }
    }

    @Test
    void aLaterDeadlineInsideAnEarlierOneAddsNoTime() {
        try (Deadline.Scope outer = soon.activate()) {
            try (Deadline.Scope inner = late.activate()) {
                assertThat(inner).isNotSameAs(outer);
                assertThat(Deadline.current()).isSameAs(soon);
            }
            try (Deadline.Scope inner = Deadline.none().activate()) {
                assertThat(inner).isNotSameAs(outer);
                assertThat(Deadline.current()).isSameAs(soon);
            }
            assertThat(Deadline.current()).isSameAs(soon);
        }
    }

    @Test
    void closingTwiceIsHarmless() {
        Deadline.Scope outer = late.activate();
        Deadline.Scope inner = soon.activate();
        inner.close();
        inner.close();
        assertThat(Deadline.current()).isSameAs(late);
        outer.close();
        inner.close();
        outer.close();
        assertThat(Deadline.current()).isSameAs(Deadline.none());
    }

    @Test
    void closingAnOldScopeAgainDoesNotTouchANewOne() {
        Deadline.Scope old = soon.activate();
        old.close();
        try (Deadline.Scope scope = late.activate()) {
            old.close();
            assertThat(scope).isNotSameAs(old);
            assertThat(Deadline.current()).isSameAs(late);
        }
    }

    @Test
    void scopesClosedOutOfOrderLeaveNothingBehind() {
        Deadline.Scope outer = late.activate();
        Deadline.Scope inner = soon.activate();
        outer.close();
        assertThat(Deadline.current()).isSameAs(soon);
        inner.close();
        assertThat(Deadline.current()).isSameAs(Deadline.none());
    }

    @Test
    void anotherThreadNeitherSeesNorClosesTheScope() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Deadline.Scope scope = soon.activate()) {
            CompletableFuture<Deadline> seen = CompletableFuture.supplyAsync(Deadline::current, other);
            assertThat(seen.get(30, TimeUnit.SECONDS)).isSameAs(Deadline.none());

            CompletableFuture<Void> closed = CompletableFuture.runAsync(
                    () -> assertThatIllegalStateException()
                            .isThrownBy(scope::close)
                            .withMessageContaining("thread"),
                    other);
            closed.get(30, TimeUnit.SECONDS);
            assertThat(Deadline.current()).isSameAs(soon);
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void aCapturedDeadlineCanBeBoundOnAnotherThread() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Deadline.Scope scope = soon.activate()) {
            Deadline captured = Deadline.current();
            CompletableFuture<Deadline> seen = CompletableFuture.supplyAsync(
                    () -> {
                        try (Deadline.Scope elsewhere = captured.activate()) {
                            assertThat(elsewhere).isNotSameAs(scope);
                            return Deadline.current();
                        }
                    },
                    other);
            assertThat(seen.get(30, TimeUnit.SECONDS)).isSameAs(soon);
            assertThat(CompletableFuture.supplyAsync(Deadline::current, other).get(30, TimeUnit.SECONDS))
                    .isSameAs(Deadline.none());
        } finally {
            other.shutdownNow();
        }
    }
}
