package dev.reprise.okhttp;

import okhttp3.Connection;

/** Since when each connection has been idle. It keeps no connection alive, and takes no lock for one that it knows. */
final class ConnectionAges {

    private final ByIdentity<Connection, Age> ages = new ByIdentity<>();

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
        Age known = ages.get(connection);
        if (known != null) {
            return known;
        }
        Age fresh = new Age();
        Age earlier = ages.putIfAbsent(connection, fresh);
        return earlier == null ? fresh : earlier;
    }
}
