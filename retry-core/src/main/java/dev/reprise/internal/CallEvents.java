package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.action.StatusAnswer;
import dev.reprise.breaker.CircuitBreaker;
import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.BreakerChanged;
import dev.reprise.event.CallEnded;
import dev.reprise.event.CallLabel;
import dev.reprise.event.QueryAnswered;
import dev.reprise.event.QueryAsked;
import dev.reprise.event.RedactedFailure;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of one call what happens. Whatever a listener throws stays here, and nothing is built for nobody. */
final class CallEvents {

    private static final Logger LOG = LoggerFactory.getLogger(CallEvents.class);

    private final RetryPolicy policy;
    private final CallFacts facts;
    private final List<RetryListener> listeners;
    private final boolean attemptsWanted;
    private boolean queryFailureTold;

    CallEvents(RetryPolicy policy, CallFacts facts) {
        this.policy = policy;
        this.facts = facts;
        this.listeners = policy.listeners();
        this.attemptsWanted = attemptsWanted(listeners);
    }

    private static boolean attemptsWanted(List<RetryListener> listeners) {
        for (int i = 0; i < listeners.size(); i++) {
            try {
                if (listeners.get(i).wantsAttempts()) {
                    return true;
                }
            } catch (Throwable problem) {
                report(problem);
            }
        }
        return false;
    }

    void attemptStarted(int attempt, int send, boolean resend, long timeoutNanos) {
        if (attemptsWanted) {
            AttemptStarted event = new AttemptStarted(label(), attempt, send, resend, timeoutNanos);
            tell(listener -> listener.attemptStarted(event));
        }
    }

    void attemptFinished(int attempt, Judgement judgement) {
        if (attemptsWanted) {
            AttemptFinished event = new AttemptFinished(label(), attempt, judgement.verdict(), judgement.detail());
            tell(listener -> listener.attemptFinished(event));
        }
    }

    void retryScheduled(int attempt, long pauseNanos) {
        if (attemptsWanted) {
            RetryScheduled event = new RetryScheduled(label(), attempt, pauseNanos);
            tell(listener -> listener.retryScheduled(event));
        }
    }

    void retryStarted(int attempt) {
        if (attemptsWanted) {
            RetryStarted event = new RetryStarted(label(), attempt);
            tell(listener -> listener.retryStarted(event));
        }
    }

    void queryAsked(int query) {
        if (attemptsWanted) {
            QueryAsked event = new QueryAsked(label(), query);
            tell(listener -> listener.queryAsked(event));
        }
    }

    void queryAnswered(int query, StatusAnswer answer) {
        if (attemptsWanted) {
            QueryAnswered event =
                    new QueryAnswered(label(), query, answer.kind().toString());
            tell(listener -> listener.queryAnswered(event));
        }
    }

    /** The first failure of a call is worth a line, since a query that is broken would be taken for a slow server. */
    void queryFailed(int query, Throwable failure) {
        String type = failure.getClass().getName();
        if (!queryFailureTold) {
            queryFailureTold = true;
            LOG.warn("Status query {} for action {} threw {}", query, label().actionId(), type);
        }
        if (attemptsWanted) {
            QueryAnswered event = new QueryAnswered(label(), query, "FAILED " + type);
            tell(listener -> listener.queryAnswered(event));
        }
    }

    void ended(Ending ending, Effect effect, int attempts, long elapsedNanos, @Nullable Throwable failure) {
        if (!listeners.isEmpty()) {
            RedactedFailure redacted = failure == null ? null : RedactedFailure.of(failure);
            CallEnded event = new CallEnded(label(), ending, effect, attempts, elapsedNanos, redacted);
            tell(listener -> listener.ended(event));
        }
    }

    static void breakerChanged(RetryPolicy policy, String scope, CircuitBreaker.State from, CircuitBreaker.State to) {
        BreakerChanged event = new BreakerChanged(policy.name(), scope, from, to);
        tell(policy.listeners(), listener -> listener.breakerChanged(event));
    }

    private CallLabel label() {
        ActionSend send = facts.send();
        return new CallLabel(policy.name(), facts.scope(), facts.method(), send == null ? null : send.actionId());
    }

    private void tell(Consumer<RetryListener> event) {
        tell(listeners, event);
    }

    private static void tell(List<RetryListener> listeners, Consumer<RetryListener> event) {
        for (RetryListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable problem) {
                report(problem);
            }
        }
    }

    private static void report(Throwable problem) {
        LOG.debug("A retry listener threw {}", problem.getClass().getName());
    }
}
