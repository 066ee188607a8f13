package dev.reprise.testing;

/** How the server breaks a connection off. */
public enum Break {
    /**
     * The connection is closed as by a process that ends: a TCP FIN, and over TLS no close_notify. A client that reads sees the end of the
     * stream; one that still sends is reset, as nobody reads any more (RFC 1122 §4.2.2.13).
     */
    CLOSE,

    /**
     * The server ends its own direction only (a FIN, over TLS without close_notify) and goes on reading and discarding until the
     * client closes; so the client never sees a reset.
     */
    HALF_CLOSE,

    /** The connection is reset (a TCP RST). */
    RESET,

    /**
     * Silence: the connection stays open, nothing more is sent. Before the whole request was read, nothing more is read either, and the
     * client's closing goes unnoticed. Ends when the client or the server closes the connection.
     */
    STALL
}
