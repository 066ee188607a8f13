package dev.reprise.testing;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The address on which servers listen: IPv4's, also on systems that prefer IPv6, as it is the one that URLs name. */
final class Loopback {
    static final String LITERAL = "127.0.0.1";

    private Loopback() {}

    static InetAddress address() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new AssertionError("four bytes are an address", e);
        }
    }
}
