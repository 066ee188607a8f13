package dev.reprise.testing;

import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** The TLS contexts of one server, each made when it is first needed. */
final class ServerContexts {
    private final Map<ServerIdentity, SSLContext> contexts = new EnumMap<>(ServerIdentity.class);

    synchronized SSLContext of(ServerIdentity identity) {
        return contexts.computeIfAbsent(identity, ServerIdentity::serverContext);
    }
}
