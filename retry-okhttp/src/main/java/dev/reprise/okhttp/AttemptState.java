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

    private static final int MOST_CAUSES = 32;
    private static final ThreadLocal<AttemptState> CURRENT = new ThreadLocal<>();

    private final Call call;
    private final LogicalCall logical;
    private final boolean pinned;
    private final AttemptLimit limit;
    private final CancelSignal cancel;
    private final @Nullable KeyField key;

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
    private int lastStatus;

    private boolean passed;
    private boolean passedUnwatched;
    private boolean sentUnseen;
    private @Nullable Throwable passageFailure;
    private int exchangesBefore;
    private int writesBefore;

    AttemptState(Call call, LogicalCall logical, Outgoing outgoing, AttemptLimit limit, CancelSignal cancel) {
        this.call = call;
        this.logical = logical;
        this.pinned = outgoing.pinned();
        this.key = outgoing.key();
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

    void answered(int status, @Nullable Masking hidden) {
        answerBegun = true;
        lastStatus = status;
        masking = hidden;
        if (status >= 300 && status < 400) {
            // OkHttp may go on to another host, and this connection then serves somebody else.
            connection = null;
        }
    }

    // ---- what the inner end of the call half reports

    void passing() {
        exchangesBefore = exchanges;
        writesBefore = writes();
    }

    void passed(@Nullable Throwable why, boolean fromNetwork) {
        passed = true;
        passageFailure = why;
        boolean unseen = exchanges == exchangesBefore;
        passedUnwatched |= unseen && fromNetwork;
        sentUnseen |= unseen && writes() > writesBefore;
    }

    private int writes() {
        return body == null ? 0 : body.writes();
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

    @Nullable
    KeyField key() {
        return key;
    }

    /** Whether an answer came over the network that the wire half did not see. */
    boolean passedUnwatched() {
        return passedUnwatched;
    }

    /** Whether an answer is the one that the last exchange brought, as far as can be told. */
    boolean brought(int status) {
        return exchanges > 0 && failure == null && lastStatus == status;
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

    /**
     * What was watched.
     *
     * @param cancelled whether the caller cancelled
     * @param thrown what ended the attempt, null if it was answered
     */
    Evidence evidence(boolean cancelled, @Nullable Throwable thrown) {
        boolean bodyBegun = body != null && body.begun();
        boolean watched = exchanges > 0 || !bodyBegun && body != null || nothingUnseen(thrown);
        return new Evidence(watched, exchanges, bodyBegun, answerBegun, refused, stale, reused, cancelled);
    }

    /**
     * Whether what ended the attempt came from OkHttp itself. Else an interceptor may have sent the request by other means, with another
     * client perhaps, unless its body was never asked for.
     */
    private boolean nothingUnseen(@Nullable Throwable thrown) {
        Throwable ofPassage = passageFailure;
        if (!passed || sentUnseen) {
            return false;
        }
        return ofPassage == null ? thrown == null : isOrStemsFrom(thrown, ofPassage);
    }

    private static boolean isOrStemsFrom(@Nullable Throwable thrown, Throwable origin) {
        Throwable link = thrown;
        for (int depth = 0; link != null && depth < MOST_CAUSES; depth++) {
            if (link == origin) {
                return true;
            }
            link = link.getCause();
        }
        return false;
    }

    @Override
    public String toString() {
        return "attempt " + logical.attempts().number();
    }
}
