package dev.reprise.httpclient;

/**
 * Recognises that the peer refused a stream unprocessed (RFC 9113 §8.7, §6.8). The client has no type for that, only these messages: the first up
 * to JDK 23, the second from 24 on and in later updates of the older ones, where the client sends the request once more by itself before it tells.
 */
final class Refusal {

    private static final String STREAM = "Received RST_STREAM: Stream not processed";
    private static final String SECOND_TIME = "request not processed by peer";

    private Refusal() {}

    static boolean is(Throwable failure) {
        return Causes.says(failure, STREAM, SECOND_TIME);
    }
}
