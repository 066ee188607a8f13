package dev.reprise.event;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to the SLF4J logger {@code dev.reprise}: a debug line per attempt, and one warning when a call is given up
 * or leaves its business action in doubt. Every policy has this listener unless it is switched off.
 */
public final class Slf4jListener implements RetryListener {

    /** The only instance; it has no state of its own. */
    public static final Slf4jListener INSTANCE = new Slf4jListener();

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise");

    private Slf4jListener() {}

    @Override
    public boolean wantsAttempts() {
        return LOG.isDebugEnabled();
    }

    @Override
    public void attemptFinished(AttemptFinished event) {
        // A client's plain success has no detail but its kind.
        Object verdict = event.verdict().kind().toString().equals(event.detail())
                ? event.detail()
                : event.detail() + " (" + event.verdict() + ")";
        LOG.debug("{}: attempt {} ended with {}", name(event.call()), event.attempt(), verdict);
    }

    @Override
    public void queryAnswered(QueryAnswered event) {
        LOG.debug("{}: status query {} answered {}", name(event.call()), event.query(), event.answer());
    }

    @Override
    public void breakerChanged(BreakerChanged event) {
        LOG.warn("{} {}: circuit breaker {}, was {}", event.policy(), event.scope(), event.to(), event.from());
    }

    @Override
    public void ended(CallEnded event) {
        // A breaker that opens is told once; the calls that it then refuses are not each worth a line.
        boolean refused = event.ending() == Ending.BREAKER && event.attempts() == 0;
        boolean givenUp = isGivenUp(event.ending()) && !refused;
        if (givenUp || leavesDoubt(event)) {
            LOG.warn(
                    "{}: {} after {}, effect {}: {}",
                    name(event.call()),
                    givenUp ? "given up" : "left in doubt",
                    event.attempts() == 1 ? "1 attempt" : event.attempts() + " attempts",
                    event.effect(),
                    event.ending().reason(),
                    event.failure());
        }
    }

    /** Somebody has to look after such an action, whatever else the call ended with. */
    private static boolean leavesDoubt(CallEnded event) {
        return event.effect() == Effect.UNKNOWN && event.call().actionId() != null && !isSaidElsewhere(event.ending());
    }

    private static boolean isGivenUp(Ending ending) {
        return switch (ending) {
            // The server's definite word, which the caller gets.
            case SUCCESS, PERMANENT, APPLIED_BY_QUERY, REFUSED_BY_QUERY, ALREADY_SETTLED -> false;
            default -> !isSaidElsewhere(ending);
        };
    }

    /** The caller's own wish, or an enclosing call that says it. */
    private static boolean isSaidElsewhere(Ending ending) {
        return ending == Ending.CANCELLED || ending == Ending.INTERRUPTED || ending == Ending.NESTED;
    }

    private static String name(CallLabel call) {
        return call.policy()
                + (call.method() == null ? "" : " " + call.method())
                + (call.scope().isEmpty() ? "" : " " + call.scope())
                + (call.actionId() == null ? "" : " action " + call.actionId());
    }
}
