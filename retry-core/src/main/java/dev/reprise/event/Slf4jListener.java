package dev.reprise.event;

import dev.reprise.outcome.Ending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to the SLF4J logger {@code dev.reprise}: a debug line per attempt, and one warning when a call is given up.
 * Every policy has this listener unless it is switched off.
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
        LOG.debug(
                "{}: attempt {} ended with {} ({})",
                name(event.call()),
                event.attempt(),
                event.detail(),
                event.verdict());
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
        if (isGivenUp(event.ending()) && !refused) {
            LOG.warn(
                    "{}: given up after {} attempts, effect {}: {}",
                    name(event.call()),
                    event.attempts(),
                    event.effect(),
                    event.ending().reason(),
                    event.failure());
        }
    }

    private static boolean isGivenUp(Ending ending) {
        return switch (ending) {
            // The server's definite word, which the caller gets.
            case SUCCESS, PERMANENT, APPLIED_BY_QUERY, REFUSED_BY_QUERY, ALREADY_SETTLED -> false;
            // The caller's own wish, or an enclosing call that says it.
            case CANCELLED, INTERRUPTED, NESTED -> false;
            default -> true;
        };
    }

    private static String name(CallLabel call) {
        return call.policy()
                + (call.method() == null ? "" : " " + call.method())
                + (call.scope().isEmpty() ? "" : " " + call.scope())
                + (call.actionId() == null ? "" : " action " + call.actionId());
    }
}
