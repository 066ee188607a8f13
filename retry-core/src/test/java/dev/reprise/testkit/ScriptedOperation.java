package dev.reprise.testkit;

import dev.reprise.Attempt;
import dev.reprise.CallSpec;
import dev.reprise.Outcome;
import dev.reprise.RetryPolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An operation that follows a script, under either driver: each attempt gets the next reply, and the last one for ever. */
public final class ScriptedOperation {

    /** Nothing comes; the attempt lasts as long as it may. */
    public static final Object SILENCE = new Object();

    /** One attempt as the operation saw it. */
    public record Seen(int number, Duration limit, @Nullable String key, Duration at) {}

    /** What the caller got. */
    public record Ended(@Nullable Object result, @Nullable Throwable thrown) {
        public Outcome outcome() {
            Outcome outcome = Outcome.of(thrown);
            if (outcome == null) {
                throw new AssertionError("no outcome hangs on " + thrown);
            }
            return outcome;
        }
    }

    /** A reply that is a failure. */
    record Failure(Throwable why, boolean thrown) {}

    private final FakeTime time;
    private final Driver driver;
    private final Deque<Function<Attempt, Object>> script = new ArrayDeque<>();
    private final List<Seen> seen = new ArrayList<>();

    public ScriptedOperation(FakeTime time, Driver driver) {
        this.time = time;
        this.driver = driver;
    }

    public ScriptedOperation returns(Object result) {
        return does(attempt -> result);
    }

    public ScriptedOperation fails(Throwable why) {
        return does(attempt -> new Failure(why, false));
    }

    /** As {@link #fails}, but an asynchronous operation throws in place of returning a failed stage. */
    public ScriptedOperation throwsAtOnce(Throwable why) {
        return does(attempt -> new Failure(why, true));
    }

    public ScriptedOperation isSilent() {
        return does(attempt -> SILENCE);
    }

    /** Computes the reply, after doing whatever the test wants done. */
    public ScriptedOperation does(Function<Attempt, Object> reply) {
        script.add(reply);
        return this;
    }

    public Ended call(RetryPolicy.Builder policy, CallSpec<Object> spec) {
        try {
            return new Ended(driver.run(time, policy, spec, this), null);
        } catch (AssertionError broken) {
            throw broken;
        } catch (Throwable thrown) {
            return new Ended(null, thrown);
        }
    }

    Object reply(Attempt attempt) {
        seen.add(new Seen(
                attempt.number(),
                attempt.timeRemaining(),
                attempt.key() == null ? null : attempt.key().value(),
                time.elapsed()));
        return (script.size() > 1 ? script.removeFirst() : script.getFirst()).apply(attempt);
    }

    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    public int attempts() {
        return seen.size();
    }
}
