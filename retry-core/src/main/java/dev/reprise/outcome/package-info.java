/**
 * What is known after an attempt: its {@link dev.reprise.outcome.Evidence evidence}, the {@link dev.reprise.outcome.Verdict
 * verdict} drawn from it, the {@link dev.reprise.outcome.Effect effect} on the server's side, and why a logical call
 * {@link dev.reprise.outcome.Ending ended}.
 *
 * <p>A timeout is not a failure, it is an unknown outcome. These types keep the two questions apart that every decision
 * needs: may this fault pass, and could the server have acted?
 */
@NullMarked
package dev.reprise.outcome;

import org.jspecify.annotations.NullMarked;
