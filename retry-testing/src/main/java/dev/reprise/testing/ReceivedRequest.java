package dev.reprise.testing;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that the server read completely. Thread-safe; only {@link #applied()} and {@link #replayed()} change, from false to true. */
public final class ReceivedRequest {
    private final RequestHead head;
    private final byte[] body;
    private volatile boolean applied;
    private volatile boolean replayed;

    ReceivedRequest(RequestHead head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    /**
     * Request line, headers and connection.
     *
     * @return the head
     */
    public RequestHead head() {
        return head;
    }

    /**
     * The request's method.
     *
     * @return the method as it was sent
     */
    public String method() {
        return head.method();
    }

    /**
     * The request's target.
     *
     * @return the target as it was sent, with its query
     */
    public String target() {
        return head.target();
    }

    /**
     * The first value of a header.
     *
     * @param name the header's name, in any case
     * @return its first value, or {@code null} if there is none
     */
    public @Nullable String header(String name) {
        return head.header(name);
    }

    /**
     * All values of a header.
     *
     * @param name the header's name, in any case
     * @return its values in the order in which they arrived; empty if there is none
     */
    public List<String> headers(String name) {
        return head.headers(name);
    }

    /**
     * The body, a chunked one without its framing.
     *
     * @return a copy of the bytes; empty if there was no body
     */
    public byte[] body() {
        return body.clone();
    }

    /**
     * The body as text.
     *
     * @return the bytes read as UTF-8
     */
    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /**
     * The connection on which the request arrived.
     *
     * @return the connection
     */
    public ServerConnection connection() {
        return head.connection();
    }

    /**
     * Which request of its connection this is.
     *
     * @return 1 for the first request of a fresh connection, more on a reused one
     */
    public int position() {
        return head.position();
    }

    /**
     * When the first byte of the request arrived.
     *
     * @return a reading of {@link System#nanoTime()}
     */
    public long arrivalNanos() {
        return head.arrivalNanos();
    }

    /**
     * Whether the request was applied to the ledger.
     *
     * @return true once it was applied
     */
    public boolean applied() {
        return applied;
    }

    /**
     * Whether the request met an earlier one with the same key, and was given that one's answer.
     *
     * @return true once that was decided
     * @see FaultServer#deduplicateBy(String)
     */
    public boolean replayed() {
        return replayed;
    }

    void markApplied() {
        applied = true;
    }

    void markReplayed() {
        replayed = true;
    }

    /** Names method, path, connection and what became of the request; never the query, a header's value or the body. */
    @Override
    public String toString() {
        return head + (applied ? " applied" : replayed ? " replayed" : " not applied");
    }
}
