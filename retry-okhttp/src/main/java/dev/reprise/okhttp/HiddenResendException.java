package dev.reprise.okhttp;

import java.net.ProtocolException;

/**
 * Ends an attempt that OkHttp is about to send again by itself after a failure. OkHttp takes a protocol error as final; it never
 * reaches the caller.
 */
final class HiddenResendException extends ProtocolException {

    private static final long serialVersionUID = 1L;

    HiddenResendException() {
        super("the attempt has failed and is not sent again beneath the decision");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
