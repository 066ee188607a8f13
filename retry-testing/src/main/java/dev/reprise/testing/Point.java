package dev.reprise.testing;

/**
 * A place in the life of a request at which a {@link Script} can hold it or break its connection off. The constants stand in the
 * order in which a request passes them.
 */
public enum Point {
    /**
     * The first byte of the request arrived and nothing more was read. Only scripts that are queued without a route know of a request
     * this early; one chosen by route or function acts when the head has been read.
     */
    REQUEST_STARTED,

    /** Request line and headers were read; a {@code 100 Continue} that the client may wait for was not sent. */
    REQUEST_HEAD_READ,

    /**
     * A part of the request's body was read: {@link Script#afterBytes(int)}, or half of a body with a length, or the first byte of a
     * chunked one.
     */
    REQUEST_BODY_PARTLY_READ,

    /** The whole request was read and is on record, but it is not applied. */
    REQUEST_READ,

    /** The request was applied, if the script applies it; no byte of an answer was sent. */
    COMMITTED,

    /** The script's interim answers were sent, one {@code 103} where it names none. */
    INTERIM_SENT,

    /** The answer ends inside its status line. */
    STATUS_LINE_PARTLY_SENT,

    /** The status line was sent, and no header. */
    STATUS_LINE_SENT,

    /** The answer ends in the middle of its headers. */
    HEADERS_PARTLY_SENT,

    /** Status line and headers were sent, and no byte of the body. */
    HEAD_SENT,

    /** A part of the answer's body was sent: {@link Script#afterBytes(int)}, or half of it; a chunked one ends between two chunks. */
    BODY_PARTLY_SENT,

    /**
     * The whole answer was sent. Breaking off here leaves the client with a stale connection, as the answer promised to keep it alive.
     */
    ANSWER_SENT
}
