package dev.reprise.okhttp;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import okhttp3.Connection;
import org.jspecify.annotations.Nullable;

/** Since when each connection has been idle. It keeps no connection alive, and takes no lock for one that it knows. */
final class ConnectionAges {

    private final ConcurrentMap<Object, Age> ages = new ConcurrentHashMap<>();
    private final ReferenceQueue<Connection> gone = new ReferenceQueue<>();

    /** What is known of one connection. One exchange at a time writes it on HTTP/1.1, where alone it is used to decide. */
    static final class Age {
        private volatile boolean used;
        private volatile long lastUsed;

        boolean used() {
            return used;
        }

        long idleNanos(long now) {
            return now - lastUsed;
        }

        void use(long now) {
            lastUsed = now;
            used = true;
        }
    }

    Age of(Connection connection) {
        Age known = ages.get(new Lookup(connection));
        if (known != null) {
            return known;
        }
        purge();
        Age fresh = new Age();
        Age earlier = ages.putIfAbsent(new Key(connection, gone), fresh);
        return earlier == null ? fresh : earlier;
    }

    private void purge() {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            ages.remove(key);
        }
    }

    private static final class Key extends WeakReference<Connection> {
        private final int hash;

        Key(Connection connection, ReferenceQueue<Connection> gone) {
            super(connection, gone);
            hash = System.identityHashCode(connection);
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
            Connection mine = get();
            return mine != null && other instanceof Key that && that.get() == mine;
        }
    }

    /** Finds a key without making a reference that the collector would have to look after. */
    private static final class Lookup {
        private final Connection connection;

        Lookup(Connection connection) {
            this.connection = connection;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(connection);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that && that.get() == connection;
        }
    }
}
