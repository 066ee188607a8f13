package dev.reprise;

import org.jspecify.annotations.Nullable;

/**
 * One thing to do, perhaps several times.
 *
 * @param <T> the result
 * @param <X> what it may throw
 */
@FunctionalInterface
public interface Operation<T extends @Nullable Object, X extends Exception> {

    /**
     * Does it once.
     *
     * @param attempt which attempt this is and how long it may take
     * @return the result
     * @throws X if it fails
     */
    T attempt(Attempt attempt) throws X;
}
