/**
 * Servers that fail on purpose, for tests of HTTP clients.
 *
 * <p>A {@link dev.reprise.testing.FaultServer} reads a request, <em>applies</em> it to its {@link dev.reprise.testing.Ledger} or not, and then
 * answers, or fails at a chosen {@link dev.reprise.testing.Point} in a chosen way ({@link dev.reprise.testing.Break}). What the client came to
 * believe is compared with the ledger, which alone tells what happened. Servers use plain sockets on the loopback interface, and nothing but the
 * JDK.
 */
@NullMarked
package dev.reprise.testing;

import org.jspecify.annotations.NullMarked;
