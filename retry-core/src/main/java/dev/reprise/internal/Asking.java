package dev.reprise.internal;

import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.action.ActionSend;
import java.time.Duration;
import java.util.concurrent.Callable;

/** The work of {@link Step#QUERY}, for a thread on which it may hang. */
final class Asking implements Callable<StatusAnswer> {

    private final StatusQuery query;
    private final StatusQuestion question;
    private final Deadline deadline;
    private final CallContext inside;

    private Asking(StatusQuery query, StatusQuestion question, Deadline deadline, CallContext inside) {
        this.query = query;
        this.question = question;
        this.deadline = deadline;
        this.inside = inside;
    }

    /**
     * Prepares the query of a call.
     *
     * @param call the call
     * @param inside what the query sees; it is inside the call, which asks again if need be, but no send of the action
     */
    static Asking of(LogicalCall call, CallContext inside) {
        ActionSend send = call.send();
        StatusQuery query = send == null ? null : send.query();
        if (query == null) {
            throw new IllegalStateException("there is no status query to ask");
        }
        Deadline deadline = Deadline.after(
                Duration.ofNanos(Math.max(1, call.waitNanos())), call.policy().ticker());
        return new Asking(query, call.question(), deadline, inside);
    }

    @Override
    @SuppressWarnings("try") // the scope does its work by being open
    public StatusAnswer call() throws Exception {
        CallContext outer = inside.enter();
        try (Deadline.Scope ignored = deadline.activate()) {
            return query.ask(question);
        } finally {
            CallContext.exit(outer);
        }
    }
}
