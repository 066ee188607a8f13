package dev.reprise.httpclient;

import org.jspecify.annotations.Nullable;

/**
 * What an attempt brought as a body.
 *
 * @param <T> what the caller's handler makes of a body
 */
sealed interface Received<T> {

    /**
     * The caller's handler had it at once.
     *
     * @param body what the handler made of it
     */
    record Given<T>(@Nullable T body) implements Received<T> {
        /** Shows nothing of the body. */
        @Override
        public String toString() {
            return "given";
        }
    }

    /**
     * It waits for a decision.
     *
     * @param body the body
     */
    record Held<T>(HeldBody<T> body) implements Received<T> {}
}
