package dev.reprise.httpclient;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Flow;

/** A copy of a request body in memory. */
final class BytesBody implements BodyPublisher {

    private final byte[] bytes;
    private final boolean lengthKnown;

    /**
     * Wraps a copy.
     *
     * @param lengthKnown whether the original told its length: one that was going to be sent in chunks stays so, since a server may tell the
     *     two apart
     */
    BytesBody(byte[] bytes, boolean lengthKnown) {
        this.bytes = bytes;
        this.lengthKnown = lengthKnown;
    }

    byte[] bytes() {
        return bytes;
    }

    boolean contains(String text) {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        for (int start = 0; start <= bytes.length - wanted.length; start++) {
            int same = 0;
            while (same < wanted.length && bytes[start + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long contentLength() {
        return lengthKnown ? bytes.length : -1;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        BodyPublishers.ofByteArray(bytes).subscribe(subscriber);
    }

    @Override
    public String toString() {
        return "body of " + bytes.length + " bytes";
    }
}
