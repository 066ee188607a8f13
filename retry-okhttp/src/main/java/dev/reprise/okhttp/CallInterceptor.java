package dev.reprise.okhttp;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.BlockingDriver;
import dev.reprise.internal.BoundRequest;
import dev.reprise.internal.CallContext;
import dev.reprise.internal.CallFacts;
import dev.reprise.internal.CallPlace;
import dev.reprise.internal.ChainFields;
import dev.reprise.internal.HttpRequests;
import dev.reprise.internal.LogicalCall;
import dev.reprise.internal.action.ActiveActions;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okio.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The call half: it makes a logical call of each call of the client, and drives it on the calling thread. */
final class CallInterceptor implements Interceptor {

    private static final Logger LOG = LoggerFactory.getLogger(CallInterceptor.class);

    private final Settings settings;
    private volatile boolean unwatched;
    private volatile boolean told;

    CallInterceptor(Settings settings) {
        this.settings = settings;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (chain.connection() != null) {
            throw new IOException("the application half of Reprise runs as a network interceptor;"
                    + " let RetryOkHttp.wrap install both halves");
        }
        // Taken in any case, so that it is not kept.
        CallPlace place = CallPlaces.take(chain.call());
        Request request = chain.request();
        BusinessAction tagged = request.tag(BusinessAction.class);
        if (tagged != null && request.tag(LeftAlone.class) != null) {
            throw BoundRequest.leftAlone(tagged);
        }
        if (isLeftAlone(request)) {
            return chain.proceed(request);
        }
        CallPlace.Stay stay = place == null ? null : place.enter();
        try (stay) {
            return drive(chain, request, tagged);
        }
    }

    private Response drive(Chain chain, Request request, @Nullable BusinessAction tagged) throws IOException {
        RetryPolicy policy = request.tag(RetryPolicy.class);
        if (policy == null) {
            policy = settings.retrier().policy();
        }
        OkHttpRequestView view = new OkHttpRequestView(request);
        BusinessAction action = tagged == null ? ActiveActions.matching(view) : tagged;
        String scope = HttpRequests.scope(policy, view);
        // A call inside a call of the same action is part of that send: the outer one records and decides.
        boolean inside = action != null && CallContext.sends(action.id());
        Outgoing outgoing = action == null
                ? Outgoing.unbound(request, policy.keyHeader())
                : Outgoing.bound(request, action, policy, settings.bufferLimit(), inside);
        CallFacts facts = new CallFacts(
                HttpRequests.repeatability(policy, view, request.tag(Repeatability.class)),
                scope,
                request.method(),
                outgoing.replayable(),
                inside || (policy.nestedGuard() && CallContext.covers(scope)),
                limitNanos(chain.call(), request, policy),
                chain.connectTimeoutMillis() > 0 && chain.readTimeoutMillis() > 0 && chain.writeTimeoutMillis() > 0,
                outgoing.send());
        LogicalCall logical = settings.retrier().newCall(policy, facts);
        try (OkHttpHost host = new OkHttpHost(this, chain, outgoing, logical)) {
            BlockingDriver.drive(logical, host);
            return host.deliver();
        }
    }

    /** Web sockets live on after their handshake, and what must come from the cache is never sent. */
    private static boolean isLeftAlone(Request request) {
        return request.tag(LeftAlone.class) != null
                || "websocket".equalsIgnoreCase(request.header("Upgrade"))
                || request.cacheControl().onlyIfCached();
    }

    private long limitNanos(Call call, Request request, RetryPolicy policy) {
        long limit = Math.min(settings.callTimeoutNanos(), Deadline.current().remainingNanos());
        Deadline own = request.tag(Deadline.class);
        if (own != null) {
            limit = Math.min(limit, own.remainingNanos());
        }
        if (policy.chain() != null) {
            limit = Math.min(limit, ChainFields.statedNanos(policy, request::headers));
        }
        Timeout timeout = call.timeout();
        if (timeout.timeoutNanos() > 0) {
            limit = Math.min(limit, timeout.timeoutNanos());
        }
        if (timeout.hasDeadline()) {
            limit = Math.min(limit, timeout.deadlineNanoTime() - System.nanoTime());
        }
        return limit;
    }

    Settings settings() {
        return settings;
    }

    /** Whether the wire half turned out to be missing, so that no failure proves anything. */
    boolean unwatched() {
        return unwatched;
    }

    void foundUnwatched() {
        unwatched = true;
        tell();
    }

    /** Whether the client of a call is known to have lost its wire half; another client with this half may still have it. */
    boolean lacksWireHalf(Call call) {
        boolean lacks = WireHalf.isMissing(call);
        if (lacks) {
            tell();
        }
        return lacks;
    }

    private void tell() {
        if (!told) {
            told = true;
            LOG.warn("A request went by that Reprise's network interceptor did not see. Without it every failure counts"
                    + " as an unknown outcome; do not remove it from the client, nor let another interceptor send a"
                    + " request on a thread of its own without its tags.");
        }
    }

    @Override
    public String toString() {
        return "Reprise with " + settings.retrier().policy();
    }
}
