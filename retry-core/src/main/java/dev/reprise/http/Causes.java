package dev.reprise.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks cause chains, which may be long or even cyclic. */
final class Causes {

    private static final int DEPTH = 32;

    private Causes() {}

    static List<Throwable> of(@Nullable Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> chain = new ArrayList<>();
        for (Throwable link = failure; link != null && chain.size() < DEPTH && seen.add(link); link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }

    static boolean contains(List<Throwable> chain, Class<? extends Throwable> type) {
        for (Throwable link : chain) {
            if (type.isInstance(link)) {
                return true;
            }
        }
        return false;
    }
}
