package dev.reprise.breaker;

/**
 * One stay of the breaker in one state. Each stay is an object of its own, and permits belong to the stay that gave them out:
 * that is the generation by which late results are told apart.
 */
sealed interface Phase permits Closed, Open, HalfOpen {

    Counts counts();
}
