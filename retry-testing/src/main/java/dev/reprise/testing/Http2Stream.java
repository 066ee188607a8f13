package dev.reprise.testing;

/** One stream that a client opened on an {@link Http2FaultServer}. Thread-safe; what it tells only grows. */
public final class Http2Stream {
    private final ServerConnection connection;
    private final int id;
    private final Monitor monitor;
    private int bodyBytes;
    private boolean complete;
    private boolean applied;
    private boolean cancelled;

    Http2Stream(ServerConnection connection, int id, Monitor monitor) {
        this.connection = connection;
        this.id = id;
        this.monitor = monitor;
    }

    /**
     * The stream's connection.
     *
     * @return the connection
     */
    public ServerConnection connection() {
        return connection;
    }

    /**
     * The stream's id.
     *
     * @return an odd number, larger than those of earlier streams of the connection
     */
    public int id() {
        return id;
    }

    /**
     * How much of the request's body arrived.
     *
     * @return the number of bytes
     */
    public int bodyBytes() {
        return monitor.read(() -> bodyBytes);
    }

    /**
     * Whether the whole request arrived.
     *
     * @return true once it did
     */
    public boolean complete() {
        return monitor.read(() -> complete);
    }

    /**
     * Whether the request was applied.
     *
     * @return true once it was
     */
    public boolean applied() {
        return monitor.read(() -> applied);
    }

    /**
     * Whether the client reset the stream.
     *
     * @return true once it did
     */
    public boolean cancelled() {
        return monitor.read(() -> cancelled);
    }

    void addBody(int bytes) {
        monitor.change(() -> bodyBytes += bytes);
    }

    void markComplete() {
        monitor.change(() -> complete = true);
    }

    void markApplied() {
        monitor.change(() -> applied = true);
    }

    void markCancelled() {
        monitor.change(() -> cancelled = true);
    }

    void awaitComplete() throws InterruptedException {
        monitor.await(() -> complete || cancelled || connection.ended());
    }

    @Override
    public String toString() {
        return monitor.read(() -> "stream " + id + " of connection " + connection.number() + " (" + bodyBytes + " bytes"
                + (complete ? ", complete" : "")
                + (applied ? ", applied" : "")
                + (cancelled ? ", reset by the client)" : ")"));
    }
}
