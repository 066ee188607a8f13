package dev.reprise.httpclient;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The calls of one client that wait for something else than an answer. Closing the client ends their waiting. */
final class Waiting {

    private final Set<Runnable> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Adds a call.
     *
     * @param stop ends its waiting; must not block or throw
     */
    void add(Runnable stop) {
        calls.add(stop);
        if (closed) {
            stop.run();
        }
    }

    void remove(Runnable stop) {
        calls.remove(stop);
    }

    void close() {
        closed = true;
        calls.forEach(Runnable::run);
    }
}
