package dev.reprise.breaker;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A stay in which a fixed number of probes is admitted: as many successes close the breaker, one failure opens it. */
final class HalfOpen implements Phase {

    /** What has taken one of the places for probes; a free place holds null. */
    sealed interface Place permits ProbePermit, Ended {}

    /** A place that is used up, because its probe told something. */
    private enum Ended implements Place {
        SUCCEEDED,
        FAILED
    }

    private final CircuitBreaker breaker;
    private final Counts counts;
    private final AtomicReferenceArray<@Nullable Place> places;

    HalfOpen(CircuitBreaker breaker, Counts counts) {
        this.breaker = breaker;
        this.counts = counts;
        places = new AtomicReferenceArray<>(breaker.settings().halfOpenProbes());
    }

    @Nullable
    Permit tryAcquire(long nowNanos) {
        for (int i = 0; i < places.length(); i++) {
            Place place = places.get(i);
            if (isFree(place, nowNanos)) {
                ProbePermit probe = new ProbePermit(this, i, nowNanos);
                if (places.compareAndSet(i, place, probe)) {
                    return probe;
                }
            }
        }
        return null;
    }

    boolean refuses(long nowNanos) {
        for (int i = 0; i < places.length(); i++) {
            if (isFree(places.get(i), nowNanos)) {
                return false;
            }
        }
        return true;
    }

    private boolean isFree(@Nullable Place place, long nowNanos) {
        return place == null
                || place instanceof ProbePermit probe
                        && nowNanos - probe.takenNanos() >= breaker.settings().probeNanos();
    }

    void succeeded(ProbePermit probe) {
        if (places.compareAndSet(probe.index(), probe, Ended.SUCCEEDED) && allSucceeded()) {
            breaker.change(this, new Closed(breaker));
        }
    }

    private boolean allSucceeded() {
        for (int i = 0; i < places.length(); i++) {
            if (places.get(i) != Ended.SUCCEEDED) {
                return false;
            }
        }
        return true;
    }

    void failed(ProbePermit probe, Permit.Kind kind, String detail) {
        // A used-up place, not a free one: nobody is admitted between this and the change of state.
        if (places.compareAndSet(probe.index(), probe, Ended.FAILED)) {
            breaker.change(this, breaker.open(counts.plusFailure(kind, detail)));
        }
    }

    void ignored(ProbePermit probe) {
        places.compareAndSet(probe.index(), probe, null);
    }

    @Override
    public Counts counts() {
        return counts;
    }
}
