package dev.reprise.testing;

import java.time.Duration;

/**
 * A gate at which requests wait, so that a test and the server meet without sleeping. It is closed at first; once opened it stays open.
 * Thread-safe.
 */
public final class Gate {
    private final Monitor monitor = new Monitor();
    private boolean open;
    private int arrivals;

    /** Makes a closed gate. */
    public Gate() {}

    /** Lets every request through, those waiting and those to come. */
    public void open() {
        monitor.change(() -> open = true);
    }

    /**
     * How many requests reached the gate so far.
     *
     * @return the number of requests, those that went through included
     */
    public int arrivals() {
        return monitor.read(() -> arrivals);
    }

    /**
     * Waits until a request has reached the gate.
     *
     * @param timeout how long to wait at most
     * @throws AssertionError if none came in time
     */
    public void awaitArrival(Duration timeout) {
        awaitArrivals(1, timeout);
    }

    /**
     * Waits until this many requests have reached the gate.
     *
     * @param count how many
     * @param timeout how long to wait at most
     * @throws AssertionError if they did not come in time
     */
    public void awaitArrivals(int count, Duration timeout) {
        monitor.await(
                timeout, () -> arrivals >= count, () -> count + " request(s) at the gate, but " + arrivals + " came");
    }

    void pass() throws InterruptedException {
        monitor.change(() -> arrivals++);
        monitor.await(() -> open);
    }

    @Override
    public String toString() {
        return monitor.read(() -> "Gate[" + (open ? "open" : "closed") + ", " + arrivals + " arrivals]");
    }
}
