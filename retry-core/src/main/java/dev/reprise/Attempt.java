package dev.reprise;

import dev.reprise.action.IdempotencyKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an operation may know of the attempt that it makes.
 *
 * @param number the attempt's number in its call, from 1
 * @param timeRemaining how long the attempt may take, more than zero; pass it on to whatever the operation waits for. At most
 *     24 hours, also if nothing limits it
 * @param key the idempotency key of a bound call, the same for every attempt; null for an unbound one
 */
public record Attempt(int number, Duration timeRemaining, @Nullable IdempotencyKey key) {}
