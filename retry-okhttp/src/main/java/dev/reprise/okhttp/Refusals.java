package dev.reprise.okhttp;

/**
 * Recognises that the peer refused a stream unprocessed (RFC 9113 §8.7, §6.8). OkHttp's own types for that are not exported to named modules,
 * so they are known by name.
 */
final class Refusals {

    private static final String SHUTDOWN = "okhttp3.internal.http2.ConnectionShutdownException";
    private static final String RESET = "okhttp3.internal.http2.StreamResetException";
    private static final String REFUSED = "stream was reset: REFUSED_STREAM";

    private Refusals() {}

    static boolean isRefusal(Throwable failure) {
        String type = failure.getClass().getName();
        return type.equals(SHUTDOWN) || (type.equals(RESET) && REFUSED.equals(failure.getMessage()));
    }
}
