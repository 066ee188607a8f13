package dev.reprise.internal.action;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The right to send an action now. To be closed when the logical call has ended; closing again does nothing. */
public final class Turn implements AutoCloseable {

    private final Runnable passOn;
    private final AtomicBoolean closed = new AtomicBoolean();

    Turn(Runnable passOn) {
        this.passOn = passOn;
    }

    /**
     * Stops waiting for a turn. One that came at that very moment is passed on.
     *
     * @param waiting what {@link ActionSend#turn()} returned
     */
    public static void giveUp(CompletableFuture<Turn> waiting) {
        if (!waiting.cancel(false)) {
            waiting.join().close();
        }
    }

    /** Passes the turn on to the one who has waited longest. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            passOn.run();
        }
    }
}
