package dev.reprise.okhttp;

import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Evidence;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * What the wire half of the adapter sees of one attempt and the call half reads afterwards. It travels as a tag of the request, and on the
 * thread for interceptors that lose tags. One thread at a time uses it; what the timer reads is volatile.
 */
final class AttemptState {

    private static final ThreadLocal<AttemptState> CURRENT = new ThreadLocal<>();

    private final Call call;
    private final LogicalCall logical;
    private final boolean pinned;
    private final AttemptLimit limit;
    private final CancelSignal cancel;

    private @Nullable WatchedBody body;
    private volatile @Nullable Connection connection;
    private @Nullable Throwable failure;
    private @Nullable Masking masking;
    private @Nullable Request first;
    private long endNanos = Long.MAX_VALUE;
    private int exchanges;
    private boolean answerBegun;
    private boolean redirected;
    private boolean refused;
    private boolean stale;
    private boolean reused;

    AttemptState(Call call, LogicalCall logical, boolean pinned, AttemptLimit limit, CancelSignal cancel) {
        this.call = call;
        this.logical = logical;
        this.pinned = pinned;
        this.limit = limit;
        this.cancel = cancel;
    }

    /** The attempt that a request belongs to, or null if the call is left alone. */
    static @Nullable AttemptState of(Call call, Request request) {
        AttemptState tagged = request.tag(AttemptState.class);
        // A tag may be left over from an earlier call whose request was used again.
        if (tagged != null && tagged.call == call) {
            return tagged;
        }
        AttemptState onThread = CURRENT.get();
        return onThread != null && onThread.call == call ? onThread : null;
    }

    /** The attempt that runs on this thread, or null. */
    static @Nullable AttemptState current() {
        return CURRENT.get();
    }

    /** Binds the attempt to the thread; returns the one around it. */
    @Nullable
    AttemptState enter() {
        AttemptState outer = CURRENT.get();
        CURRENT.set(this);
        return outer;
    }

    static void exit(@Nullable AttemptState outer) {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }

    // ---- what the wire half reports

    void exchange(Request request, Connection over, boolean reusedConnection) {
        exchanges++;
        reused = reusedConnection;
        answerBegun = false;
        connection = over;
        Request before = first;
        if (before == null) {
            first = request;
        } else if (!sameTarget(before, request)) {
            redirected = true;
        }
    }

    private static boolean sameTarget(Request one, Request other) {
        HttpUrl url = one.url();
        return url.equals(other.url()) && one.method().equals(other.method());
    }

    /** An attempt of a call inside this one, which is a part of this send, has ended. */
    void include(AttemptState inner) {
        exchanges += inner.exchanges;
        answerBegun |= inner.answerBegun;
    }

    void failed(Throwable why) {
        failure = why;
        refused = Refusals.isRefusal(why);
    }

    void answered(@Nullable Masking hidden) {
        answerBegun = true;
        masking = hidden;
    }

    void foundStale() {
        stale = true;
    }

    void watch(WatchedBody watched) {
        body = watched;
    }

    // ---- what both halves read

    LogicalCall logical() {
        return logical;
    }

    Call call() {
        return call;
    }

    /** Whether a redirect must stay on the origin. */
    boolean pinned() {
        return pinned;
    }

    AttemptLimit limit() {
        return limit;
    }

    CancelSignal cancel() {
        return cancel;
    }

    /** How long the attempt may still take, {@link Long#MAX_VALUE} for no limit. */
    long nanosLeft() {
        return endNanos == Long.MAX_VALUE ? Long.MAX_VALUE : endNanos - System.nanoTime();
    }

    void startClock(long attemptNanos, long hardNanos) {
        // Sockets and timers go by the system's clock, whatever the policy's ticker says.
        endNanos = attemptNanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + attemptNanos;
        limit.start(this, attemptNanos, hardNanos);
    }

    /** The failure of the last exchange, after which none may follow. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    @Nullable
    Masking masking() {
        return masking;
    }

    @Nullable
    Connection connection() {
        return connection;
    }

    int exchanges() {
        return exchanges;
    }

    boolean redirected() {
        return redirected;
    }

    @Nullable
    WatchedBody body() {
        return body;
    }

    Evidence evidence(boolean cancelled) {
        boolean bodyBegun = body != null && body.begun();
        return new Evidence(true, exchanges, bodyBegun, answerBegun, refused, stale, reused, cancelled);
    }

    @Override
    public String toString() {
        return "attempt " + logical.attemptNumber();
    }
}
