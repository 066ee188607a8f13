package dev.reprise.httpclient;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.CallContext;
import dev.reprise.internal.CallFacts;
import dev.reprise.internal.ChainFields;
import dev.reprise.internal.HttpRequests;
import dev.reprise.internal.LogicalCall;
import dev.reprise.internal.Refusals;
import dev.reprise.internal.action.ActiveActions;
import dev.reprise.internal.math.Nanos;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** A call as it stands when the client is called: what the code around it says is read here, on the caller's thread. */
final class Plan {

    private final WrappedClient client;
    private final HttpRequest request;
    private final Notes notes;
    private final RetryPolicy policy;
    private final JdkRequestView view;
    private final @Nullable BusinessAction action;
    private final boolean inside;
    private final String scope;
    private final boolean single;
    private final long startedAt;
    private final long limitNanos;

    Plan(WrappedClient client, HttpRequest request, Notes notes) throws IOException {
        this.client = client;
        this.request = request;
        this.notes = notes;
        RetryPolicy own = notes.policy();
        this.policy = own == null ? client.settings().retrier().policy() : own;
        this.view = new JdkRequestView(request);
        this.action = notes.action() == null ? ActiveActions.matching(view) : notes.action();
        // A call inside a call of the same action is part of that send: the outer one records and decides.
        this.inside = action != null && CallContext.sends(action.id());
        this.scope = HttpRequests.scope(policy, view);
        this.single = inside || (policy.nestedGuard() && CallContext.covers(scope));
        this.startedAt = policy.ticker().nanos();
        this.limitNanos = limitNanos();
        if (action != null && client.followRedirects() != HttpClient.Redirect.NEVER) {
            throw Refusals.refused(
                    action,
                    "the client has followRedirects set to " + client.followRedirects()
                            + ", so the request and its key could"
                            + " be sent on to another server; wrap a client with followRedirects(NEVER)",
                    null);
        }
    }

    private long limitNanos() {
        long outer = Deadline.current().remainingNanos();
        if (policy.chain() != null) {
            HttpHeaders headers = request.headers();
            outer = Math.min(outer, ChainFields.statedNanos(policy, headers::allValues));
        }
        Deadline own = notes.deadline();
        return own == null ? outer : Math.min(outer, own.remainingNanos());
    }

    RetryPolicy policy() {
        return policy;
    }

    /** Whether {@link #prepare} may have to wait for a body. */
    boolean mayBlock() {
        return !Bodies.isInMemory(request.bodyPublisher().orElse(null))
                && (action != null || client.settings().recordLimit() > 0);
    }

    Outgoing prepare() throws IOException, InterruptedException {
        long most = Math.min(limitNanos, Nanos.saturated(policy.deadline()));
        return action == null
                ? Outgoing.unbound(request, client.settings(), most)
                : Outgoing.bound(
                        request,
                        action,
                        policy,
                        notes.canonicalText(),
                        notes.action() != null,
                        inside,
                        client.settings(),
                        most);
    }

    LogicalCall start(Outgoing outgoing) throws IOException {
        CallFacts facts = new CallFacts(
                HttpRequests.repeatability(policy, view, notes.repeatability()),
                scope,
                request.method(),
                outgoing.replayable(),
                single,
                limitLeft(),
                request.timeout().isPresent(),
                outgoing.send());
        LogicalCall logical = client.settings().retrier().newCall(policy, facts);
        if (client.resendsAnything() && !mayBeRepeated(logical.repeatability())) {
            throw Refusals.refused(
                    action,
                    "the property " + HiddenResends.PROPERTY + " is set, so the client may send this request twice by"
                            + " itself, and a second send of it would not be recognised",
                    null);
        }
        return logical;
    }

    private static boolean mayBeRepeated(Repeatability repeatability) {
        return repeatability == Repeatability.IDEMPOTENT || repeatability == Repeatability.KEYED;
    }

    /** Reading the body before the call has taken its time too. */
    private long limitLeft() {
        long spent = policy.ticker().nanos() - startedAt;
        boolean cuts = policy.deadlineCutsAttempts() || action != null;
        long limit = cuts ? Math.min(limitNanos, Nanos.saturated(policy.deadline())) : limitNanos;
        return limit == Long.MAX_VALUE ? limit : limit - spent;
    }

    @Override
    public String toString() {
        return view.toString();
    }
}
