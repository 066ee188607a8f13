package dev.reprise.okhttp;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of objects of somebody else's. It keeps none of them alive, as long as no value does, and takes no lock for one that it knows.
 *
 * @param <K> the objects, each different from all others
 * @param <V> what is known of one
 */
final class ByIdentity<K, V> {

    private final ConcurrentMap<Object, V> known = new ConcurrentHashMap<>();
    private final ReferenceQueue<K> gone = new ReferenceQueue<>();

    @Nullable
    V get(K object) {
        return known.get(new Lookup(object));
    }

    /** Notes something, unless something is known; returns what was. */
    @Nullable
    V putIfAbsent(K object, V value) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            known.remove(key);
        }
        return known.putIfAbsent(new Key<>(object, gone), value);
    }

    /** Forgets an object; returns what was known of it. */
    @Nullable
    V remove(K object) {
        return known.isEmpty() ? null : known.remove(new Lookup(object));
    }

    private static final class Key<K> extends WeakReference<K> {
        private final int hash;

        Key(K object, ReferenceQueue<K> gone) {
            super(object, gone);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            Object mine = get();
            return mine != null && other instanceof Key<?> that && that.get() == mine;
        }
    }

    /** Finds a key without making a reference that the collector would have to look after. */
    private static final class Lookup {
        private final Object object;

        Lookup(Object object) {
            this.object = object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key<?> that && that.get() == object;
        }
    }
}
