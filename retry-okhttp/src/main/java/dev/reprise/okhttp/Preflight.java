package dev.reprise.okhttp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * Looks whether the peer closed an idle connection. An idle HTTP/1 connection has nothing to read, so silence for a millisecond means that it is
 * alive, and an end or a stray byte that it cannot be used (RFC 9112 §9.3.2).
 */
final class Preflight {

    private static final int WAIT_MILLIS = 1;

    private Preflight() {}

    static boolean findsDead(Socket socket) {
        try {
            int before = socket.getSoTimeout();
            socket.setSoTimeout(WAIT_MILLIS);
            try {
                int unexpected = socket.getInputStream().read();
                return unexpected >= -1;
            } catch (SocketTimeoutException silent) {
                return false;
            } finally {
                socket.setSoTimeout(before);
            }
        } catch (IOException broken) {
            return true;
        }
    }
}
