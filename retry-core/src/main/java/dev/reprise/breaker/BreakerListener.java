package dev.reprise.breaker;

/** Is told when a breaker changes its state. */
@FunctionalInterface
public interface BreakerListener {

    /**
     * A breaker has changed its state. Runs on the thread whose permit, or whose request for one, made the change; no lock is
     * held, and the breaker may be used. It must not block. Two changes in quick succession, made by two threads, may be told
     * in either order. Whatever this throws is logged and has no effect.
     *
     * @param from the state before
     * @param to the state after
     */
    void stateChanged(CircuitBreaker.State from, CircuitBreaker.State to);
}
