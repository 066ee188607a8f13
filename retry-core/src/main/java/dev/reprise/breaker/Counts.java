package dev.reprise.breaker;

import org.jspecify.annotations.Nullable;

/** What a breaker has seen: results counted, failures among them, unknown outcomes among those, the last failure in words. */
record Counts(int calls, int failures, int unknowns, @Nullable String lastFailure) {

    static final Counts NONE = new Counts(0, 0, 0, null);

    Counts plusFailure(Permit.Kind kind, String detail) {
        return new Counts(calls + 1, failures + 1, unknowns + (kind == Permit.Kind.UNKNOWN ? 1 : 0), detail);
    }
}
