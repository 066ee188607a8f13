package dev.reprise.breaker;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A permit of a closed breaker. */
final class CallPermit implements Permit {

    private static final AtomicIntegerFieldUpdater<CallPermit> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(CallPermit.class, "ended");

    private final Closed closed;
    private volatile int ended;

    CallPermit(Closed closed) {
        this.closed = closed;
    }

    @Override
    public void success() {
        if (end()) {
            closed.tally().success();
        }
    }

    @Override
    public void failure(Kind kind, String detail) {
        if (end()) {
            closed.failed(kind, detail);
        }
    }

    @Override
    public void ignored() {
        end();
    }

    private boolean end() {
        return ended == 0 && ENDED.compareAndSet(this, 0, 1);
    }
}
