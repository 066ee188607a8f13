package dev.reprise.examples.service;

import java.security.MessageDigest;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose first request is at work right now. The database alone would make the second request wait for the
 * first; this lets the service say at once that it has to. Good for a service of one process only.
 */
final class RunningRequests {

    private final ConcurrentMap<ScopedKey, byte[]> digests = new ConcurrentHashMap<>();

    /** Returns null if the key was free and now belongs to the caller, otherwise what to answer instead of working. */
    @Nullable
    PaymentResult enter(ScopedKey key, Payment payment) {
        byte[] digest = payment.digest();
        byte[] running = digests.putIfAbsent(key, digest);
        if (running == null) {
            return null;
        }
        return MessageDigest.isEqual(running, digest)
                ? new PaymentResult.StillRunning()
                : new PaymentResult.OtherPayload();
    }

    void leave(ScopedKey key) {
        digests.remove(key);
    }
}
