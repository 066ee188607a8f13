package dev.reprise;

import dev.reprise.outcome.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Says what a result of a call outside HTTP means, for operations that report failures as values. Implementations must not
 * block and must be safe for use by many threads. If one throws or returns null, the result counts as permanent with unknown
 * effect, and the caller of an unbound call gets it.
 *
 * @param <T> the operation's result
 */
@FunctionalInterface
public interface ResultClassifier<T extends @Nullable Object> {

    /**
     * Judges a result.
     *
     * @param result what the operation returned
     * @return the verdict; {@link Verdict#success()} for a good result
     */
    Verdict classify(T result);
}
