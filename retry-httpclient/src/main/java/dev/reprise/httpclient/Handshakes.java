package dev.reprise.httpclient;

import java.io.EOFException;
import javax.net.ssl.SSLHandshakeException;

/** Tells a handshake that the peer cut off from one that it refused, which have the same type. */
final class Handshakes {

    /** What the client says when the connection was closed in the handshake; it gives no cause unless the connection was reset. */
    private static final String CUT_OFF = "Remote host terminated the handshake";

    private Handshakes() {}

    static Throwable explained(Throwable failure) {
        if (failure instanceof SSLHandshakeException
                && failure.getCause() == null
                && CUT_OFF.equals(failure.getMessage())) {
            EOFException closed = new EOFException("the connection was closed during the handshake");
            closed.initCause(failure);
            SSLHandshakeException told = new SSLHandshakeException(CUT_OFF);
            told.initCause(closed);
            return told;
        }
        return failure;
    }
}
