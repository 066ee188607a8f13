package dev.reprise.event;

import org.jspecify.annotations.Nullable;

/**
 * A copy of a failure that keeps its class names and stack traces but none of its messages (its own message is the class name), since a client's messages can
 * hold URLs. It is for logs and is never thrown.
 */
public final class RedactedFailure extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int DEPTH = 8;

    private RedactedFailure(String type, @Nullable RedactedFailure cause, StackTraceElement[] trace) {
        super(type, cause, false, true);
        setStackTrace(trace);
    }

    /**
     * Copies a failure and at most eight of its causes.
     *
     * @param failure the failure
     * @return the copy
     */
    public static RedactedFailure of(Throwable failure) {
        return of(failure, DEPTH);
    }

    private static RedactedFailure of(Throwable failure, int depth) {
        Throwable cause = failure.getCause();
        RedactedFailure redactedCause = cause == null || depth == 1 ? null : of(cause, depth - 1);
        return new RedactedFailure(failure.getClass().getName(), redactedCause, failure.getStackTrace());
    }
}
