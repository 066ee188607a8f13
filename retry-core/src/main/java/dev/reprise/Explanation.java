package dev.reprise;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import dev.reprise.outcome.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What would happen after the first attempt of a call, and why. Made by {@link RetryPolicy#explain}.
 *
 * @param verdict what the attempt would tell
 * @param repeatability whether the request may be repeated when its effect is unknown
 * @param next what would follow
 * @param longestPause the longest pause before it: zero if it would follow at once, null if nothing would
 * @param ending why the call would end, or null if it would not yet
 * @param text the same in one to a few sentences, naming the rule that decides
 */
public record Explanation(
        Verdict verdict,
        Repeatability repeatability,
        Next next,
        @Nullable Duration longestPause,
        @Nullable Ending ending,
        String text) {

    /** What follows an attempt. */
    public enum Next {
        /** The call ends. */
        FINISH,
        /** The request is sent again. */
        RETRY,
        /** The status query is asked. */
        QUERY
    }

    /**
     * What would be known of the server's side.
     *
     * @return the verdict's effect
     */
    public Effect effect() {
        return verdict.effect();
    }

    /**
     * The text.
     *
     * @return one to a few sentences
     */
    @Override
    public String toString() {
        return text;
    }
}
