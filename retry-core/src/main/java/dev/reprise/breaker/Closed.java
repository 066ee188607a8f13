package dev.reprise.breaker;

/** A stay in which every attempt is admitted. */
final class Closed implements Phase {

    private final CircuitBreaker breaker;
    private final Tally tally;

    Closed(CircuitBreaker breaker) {
        this.breaker = breaker;
        tally = breaker.settings().trip().tally();
    }

    Tally tally() {
        return tally;
    }

    void failed(Permit.Kind kind, String detail) {
        Counts tripped = tally.failure(kind, detail);
        if (tripped != null) {
            breaker.change(this, breaker.open(tripped));
        }
    }

    @Override
    public Counts counts() {
        return tally.counts();
    }
}
