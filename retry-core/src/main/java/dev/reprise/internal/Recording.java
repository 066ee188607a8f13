package dev.reprise.internal;

/** A piece of store work. It may block, and it must be run once. */
@FunctionalInterface
public interface Recording {

    /**
     * Does the work.
     *
     * @return what came of it; a store's failure is part of that
     */
    Recorded run();
}
