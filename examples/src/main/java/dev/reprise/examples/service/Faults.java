package dev.reprise.examples.service;

import org.jspecify.annotations.Nullable;

/** The fault switch: says which request loses its answer. Thread-safe. */
final class Faults {

    private @Nullable Fault fault;
    private int left;

    synchronized void next(Fault fault, int requests) {
        this.fault = fault;
        this.left = requests;
    }

    /** Returns the fault for the request that is being answered, or null if its answer may arrive. */
    synchronized @Nullable Fault take() {
        if (left == 0) {
            return null;
        }
        left--;
        return fault;
    }
}
