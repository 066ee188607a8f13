package dev.reprise.examples.service;

import java.io.IOException;
import java.net.InetAddress;
import java.util.logging.Level;
import java.util.logging.Logger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockWebServer;

/** How all services of the examples are started. */
public final class Loopback {

    /** Kept here, since a logger that nobody holds may be collected together with its level. */
    private static final Logger SERVER_LOG = Logger.getLogger(MockWebServer.class.getName());

    private Loopback() {}

    /** Starts a server on a free port of 127.0.0.1, and keeps its own log out of the story that is told. */
    public static void start(MockWebServer server, Dispatcher dispatcher) throws IOException {
        SERVER_LOG.setLevel(Level.OFF);
        server.setDispatcher(dispatcher);
        server.start(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
    }
}
