package dev.reprise;

import dev.reprise.outcome.Verdict;

/**
 * Says what a failure of a call outside HTTP means. Implementations must not block and must be safe for use by many threads.
 * If one throws or returns null, the failure counts as permanent with unknown effect, and what was thrown is added to it as suppressed.
 */
@FunctionalInterface
public interface FaultClassifier {

    /**
     * Judges a failure.
     *
     * @param failure what the operation threw, wrappers of asynchronous code removed
     * @return the verdict; {@code NOT_APPLIED} only where it is certain that nothing was done
     */
    Verdict classify(Throwable failure);
}
