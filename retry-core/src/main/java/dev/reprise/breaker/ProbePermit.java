package dev.reprise.breaker;

/** A permit of a half-open breaker. It counts as long as it holds its place there, so it needs no mark of its own. */
final class ProbePermit implements Permit, HalfOpen.Place {

    private final HalfOpen halfOpen;
    private final int index;
    private final long takenNanos;

    ProbePermit(HalfOpen halfOpen, int index, long takenNanos) {
        this.halfOpen = halfOpen;
        this.index = index;
        this.takenNanos = takenNanos;
    }

    HalfOpen halfOpen() {
        return halfOpen;
    }

    int index() {
        return index;
    }

    long takenNanos() {
        return takenNanos;
    }

    @Override
    public void success() {
        halfOpen.succeeded(this);
    }

    @Override
    public void failure(Kind kind, String detail) {
        halfOpen.failed(this, kind, detail);
    }

    @Override
    public void ignored() {
        halfOpen.ignored(this);
    }
}
