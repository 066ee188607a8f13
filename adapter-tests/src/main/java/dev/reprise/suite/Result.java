package dev.reprise.suite;

import dev.reprise.Outcome;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * How a call ended.
 *
 * @param status the status of the answer, 0 if there was none
 * @param body its body
 * @param failure what was thrown, or null
 * @param outcome what the call learned
 * @param took how long it took
 */
public record Result(
        int status, @Nullable String body, @Nullable Throwable failure, @Nullable Outcome outcome, Duration took) {

    /**
     * An answer.
     *
     * @param status its status
     * @param body its body
     * @param outcome what the call learned
     */
    public record Answered(int status, String body, @Nullable Outcome outcome) {}

    /** Makes a call. */
    public static Result of(Callable<Answered> call) {
        long start = System.nanoTime();
        try {
            Answered answer = call.call();
            return new Result(answer.status(), answer.body(), null, answer.outcome(), since(start));
        } catch (Throwable failure) {
            return new Result(0, null, failure, Outcome.of(failure), since(start));
        }
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** What is known of the server's side. */
    public Effect effect() {
        return learned().effect();
    }

    /** Why the call stopped. */
    public Ending ending() {
        return learned().ending();
    }

    /** How many attempts were made. */
    public int attempts() {
        return learned().attempts();
    }

    /** What the call learned. */
    public Outcome learned() {
        return Objects.requireNonNull(outcome, () -> "the outcome, but there is none: " + failure);
    }
}
