package dev.reprise.examples.service;

import org.jspecify.annotations.Nullable;

/** The fault switch: says which request suffers. Thread-safe. */
final class Faults {

    private @Nullable Fault fault;
    private int left;

    synchronized void next(Fault fault, int requests) {
        this.fault = fault;
        this.left = requests;
    }

    /** Returns whether the request that has just been read is to be cut off before anything is done. */
    synchronized boolean cutBeforeCommit() {
        if (left == 0 || fault != Fault.BEFORE_COMMIT) {
            return false;
        }
        left--;
        return true;
    }

    /** Returns the fault for the request that is being answered, or null if its answer may arrive. */
    synchronized @Nullable Fault take() {
        if (left == 0 || fault == Fault.BEFORE_COMMIT) {
            return null;
        }
        left--;
        return fault;
    }
}
