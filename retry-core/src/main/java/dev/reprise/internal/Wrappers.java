package dev.reprise.internal;

import dev.reprise.RetryException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Looks through the exceptions that only carry another one. Chains of causes may be long or even cyclic. */
final class Wrappers {

    private static final int DEPTH = 32;

    private Wrappers() {}

    /** The failure without the wrappers of asynchronous code; a wrapper without a cause is itself the failure. */
    static Throwable remove(Throwable failure) {
        Throwable inner = failure;
        for (int depth = 0; depth < DEPTH; depth++) {
            Throwable cause = inner.getCause();
            boolean wrapper = inner instanceof CompletionException || inner instanceof ExecutionException;
            if (!wrapper || cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }

    /** The exception of this library with which a call inside ended, whatever it was wrapped in since; null if none did. */
    static @Nullable RetryException retryException(Throwable failure) {
        Throwable link = failure;
        for (int depth = 0; link != null && depth < DEPTH; depth++, link = link.getCause()) {
            if (link instanceof RetryException known) {
                return known;
            }
        }
        return null;
    }
}
