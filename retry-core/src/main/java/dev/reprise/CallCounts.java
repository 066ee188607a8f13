package dev.reprise;

import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.outcome.Ending;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What has been counted in one scope since its live state was made. The numbers only grow, until the scope is evicted and
 * begins anew at 0. They are read one after the other while calls go on, so they need not fit to the last call; the endings never
 * add up to more than the calls.
 *
 * <p><b>Once per request.</b> {@code attempts} and {@code resends} together are what was sent. An attempt in which the operation makes
 * calls of its own with the same live state is not counted beside them: the first of these stands for it. Such a call inside is
 * a part of the call around it and counts neither as a call nor by its ending; one in another scope, one with other live
 * state and one that a status query makes are calls of their own. What a client sends on its own account within an attempt, to follow a
 * redirect or to answer a challenge, belongs to that attempt; one that a cache or an interceptor answers is an attempt all the same. What
 * a client repeats by itself and shows to nobody, such as the second GET of {@code java.net.http.HttpClient} after a lost
 * connection, cannot be counted.
 *
 * <p>Only the library makes these; later versions may count more.
 *
 * @param calls how many calls were started, those that sent nothing included
 * @param endings how many calls ended for each reason; what has not happened is left out
 * @param attempts how many attempts were made, first ones and retries
 * @param retries how many of the attempts were retries, polls of a running request included
 * @param resends how many times a request went out again at once and free of charge, because the transport proved that it was not processed,
 *     or because an idempotent one met a dead connection
 * @param queries how many status queries were asked
 * @param breakerChanges how many times the circuit breaker entered each state; what has not happened is left out
 */
public record CallCounts(
        long calls,
        Map<Ending, Long> endings,
        long attempts,
        long retries,
        long resends,
        long queries,
        Map<CircuitBreaker.State, Long> breakerChanges) {

    /**
     * Copies the maps.
     *
     * @param calls how many calls were started
     * @param endings how many calls ended for each reason
     * @param attempts how many attempts were made
     * @param retries how many of the attempts were retries
     * @param resends how many times a request went out again free of charge
     * @param queries how many status queries were asked
     * @param breakerChanges how many times the circuit breaker entered each state
     */
    public CallCounts {
        endings = copy(Ending.class, endings);
        breakerChanges = copy(CircuitBreaker.State.class, breakerChanges);
    }

    private static <E extends Enum<E>> Map<E, Long> copy(Class<E> type, Map<E, Long> counts) {
        EnumMap<E, Long> copy = new EnumMap<>(type);
        copy.putAll(counts);
        return Collections.unmodifiableMap(copy);
    }

    /**
     * How many calls ended for a reason. {@link Ending#BUDGET} is a retry or a query that the budget refused, {@link Ending#BREAKER} an
     * attempt that the circuit breaker did: each refusal ends its call.
     *
     * @param ending the reason
     * @return 0 or more
     */
    public long endedBy(Ending ending) {
        Long count = endings.get(Objects.requireNonNull(ending, "ending"));
        return count == null ? 0 : count;
    }
}
