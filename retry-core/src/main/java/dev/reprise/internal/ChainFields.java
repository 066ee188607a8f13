package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.http.HeaderNames;
import dev.reprise.internal.math.Nanos;
import dev.reprise.outcome.Repeatability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an attempt tells the service that it goes to. All HTTP drivers ask here. */
public final class ChainFields {

    private ChainFields() {}

    /**
     * How long a request may take by what the application wrote into it, so that no attempt promises more than that; of several values
     * the least, and what cannot be read says nothing.
     *
     * @param policy the settings
     * @param headers the values of the request's header field of a name
     * @return nanoseconds from now, zero if the time is over; {@link Long#MAX_VALUE} if it does not say
     */
    public static long statedNanos(RetryPolicy policy, Function<String, List<String>> headers) {
        CallChain chain = policy.chain();
        DeadlineHeader field = chain == null ? null : chain.deadline();
        if (field == null) {
            return Long.MAX_VALUE;
        }
        // Of several values nobody knows which one holds, and only the shortest is kept to whichever it is.
        long least = Long.MAX_VALUE;
        for (String line : headers.apply(field.name())) {
            int start = 0;
            while (start <= line.length()) {
                int comma = line.indexOf(',', start);
                int end = comma < 0 ? line.length() : comma;
                Duration stated = field.read(line.substring(start, end));
                least = stated == null ? least : Math.min(least, Nanos.saturated(stated));
                start = end + 1;
            }
        }
        return least;
    }

    /**
     * Sets the fields of the attempt that is about to start.
     *
     * @param call the call
     * @param nanos how long somebody waits for the attempt, {@link Long#MAX_VALUE} if nothing ends it
     * @param field sets a header field to one value, in place of others that it may have
     */
    public static void set(LogicalCall call, long nanos, BiConsumer<String, String> field) {
        CallChain chain = call.policy().chain();
        if (chain == null) {
            return;
        }
        String unmarked = isRepeated(call) ? null : chain.marker();
        chain.outgoing(Duration.ofNanos(nanos)).forEach((name, value) -> {
            if (!name.equals(unmarked)) {
                field.accept(name, value);
            }
        });
    }

    /**
     * The names of the fields that belong to the last attempt and not to what the application sent, so that whoever uses the request of a
     * response again does not pass them on.
     *
     * @param call the call
     * @return few names or none
     */
    public static List<String> ofAttempt(LogicalCall call) {
        List<String> chain = names(call.policy());
        if (call.attempts().sendNumber() <= 1 || !call.policy().markRetries()) {
            return chain;
        }
        List<String> all = new ArrayList<>(chain);
        all.add(HeaderNames.X_RETRY_ATTEMPT);
        return all;
    }

    /**
     * Tells anew how much time is left, in a request that the transport makes of an attempt's, after a redirect for example.
     *
     * @param call the call
     * @param nanos how long somebody waits for the attempt, {@link Long#MAX_VALUE} if nothing ends it
     * @param carried whether the request carries a field of a name
     * @param field sets a header field to one value
     */
    public static void renew(
            LogicalCall call, long nanos, Predicate<String> carried, BiConsumer<String, String> field) {
        CallChain chain = call.policy().chain();
        DeadlineHeader deadline = chain == null ? null : chain.deadline();
        if (deadline != null && nanos != Long.MAX_VALUE && carried.test(deadline.name())) {
            field.accept(deadline.name(), deadline.write(Duration.ofNanos(nanos)));
        }
    }

    /**
     * Whether some layer repeats the attempt. Where none does, the service that is called should: it may hold what makes a repetition
     * safe, as a gateway does which binds the request to an action. A request with a status query is repeated here, after a question.
     */
    private static boolean isRepeated(LogicalCall call) {
        return call.isRepeatedAround()
                || (call.policy().maxAttempts() > 1 && call.repeatability() != Repeatability.ONCE);
    }

    /**
     * The names of the fields that a policy may set.
     *
     * @param policy the settings
     * @return none, one or two names
     */
    public static List<String> names(RetryPolicy policy) {
        CallChain chain = policy.chain();
        if (chain == null) {
            return List.of();
        }
        @Nullable DeadlineHeader deadline = chain.deadline();
        @Nullable String marker = chain.marker();
        if (deadline == null) {
            return marker == null ? List.of() : List.of(marker);
        }
        return marker == null ? List.of(deadline.name()) : List.of(deadline.name(), marker);
    }
}
