package dev.reprise.httpclient;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Looks through the exceptions in which futures wrap a failure. */
final class Causes {

    private static final int DEPTH = 16;

    private Causes() {}

    static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown;
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

    /** Whether some failure in the chain of causes has a message that holds one of these texts. */
    static boolean says(Throwable thrown, String... texts) {
        Throwable link = thrown;
        for (int depth = 0; link != null && depth < DEPTH; depth++, link = link.getCause()) {
            String message = link.getMessage();
            for (String text : texts) {
                if (message != null && message.contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }
}
