/**
 * What one service tells the next one about the call that it is part of: how long somebody will wait for the answer, and that
 * an outer layer does the retrying. The same {@link dev.reprise.chain.CallChain} is used on both sides:
 *
 * <pre>{@code
 * CallChain chain = CallChain.builder()
 *     .deadline(DeadlineHeader.milliseconds("X-Request-Timeout-Ms"))
 *     .marker()
 *     .build();
 *
 * // the client's side: every attempt tells what is left
 * RetryPolicy policy = RetryPolicy.builder("orders").deadline(Duration.ofSeconds(5)).chain(chain).build();
 *
 * // the server's side, around the handler of a request
 * IncomingCall incoming = chain.read(request::getHeader);
 * if (incoming.isExpired()) {
 *     return status(504); // nobody waits any more
 * }
 * try (IncomingCall.Scope scope = incoming.enter()) {
 *     return handle(request); // calls in here end by then, and make a single attempt if the caller retries
 * }
 * }</pre>
 */
@NullMarked
package dev.reprise.chain;

import org.jspecify.annotations.NullMarked;
