package dev.reprise.examples.service;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose first request is at work right now. The database alone would make the second request wait for the
 * first; this lets the service say at once that it has to. Good for a service of one process only; after a restart no
 * request is at work any more, so nothing of this has to survive.
 */
final class RunningRequests {

    private final ConcurrentMap<ScopedKey, ByteString> digests = new ConcurrentHashMap<>();

    /** Returns null if the key was free and now belongs to the caller, otherwise what to answer instead of working. */
    @Nullable
    Result enter(ScopedKey key, ByteString digest) {
        ByteString running = digests.putIfAbsent(key, digest);
        if (running == null) {
            return null;
        }
        return Digest.same(running, digest) ? Result.Refused.stillRunning(key) : Result.Refused.otherPayload(key);
    }

    void leave(ScopedKey key) {
        digests.remove(key);
    }

    boolean contains(ScopedKey key) {
        return digests.containsKey(key);
    }
}
