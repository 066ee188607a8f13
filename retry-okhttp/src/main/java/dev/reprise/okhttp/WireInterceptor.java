package dev.reprise.okhttp;

import dev.reprise.internal.ChainFields;
import dev.reprise.outcome.Repeatability;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wire half: it runs right before a request leaves, so it knows whether one did. It holds no decision; it notes what happens, and keeps
 * OkHttp from sending again by itself.
 */
final class WireInterceptor implements Interceptor {

    private static final Logger LOG = LoggerFactory.getLogger(WireInterceptor.class);

    /** Clients that were wrapped of the same one share their connections. */
    private static final ConnectionAges AGES = new ConnectionAges();

    private final AtomicBoolean told = new AtomicBoolean();
    private final long preflightNanos;

    WireInterceptor(long preflightNanos) {
        this.preflightNanos = preflightNanos;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Connection connection = chain.connection();
        if (connection == null) {
            throw new IOException("the network half of Reprise runs as an application interceptor;"
                    + " let RetryOkHttp.wrap install both halves");
        }
        AttemptState state = AttemptState.of(chain.call(), request);
        return state == null ? chain.proceed(request) : watched(chain, request, connection, state);
    }

    private Response watched(Chain chain, Request request, Connection connection, AttemptState state)
            throws IOException {
        if (state.failure() != null) {
            throw new HiddenResendException();
        }
        if (state.limit().isOver()) {
            throw new SocketTimeoutException("the time of the attempt was over before the request could be sent");
        }
        long now = System.nanoTime();
        ConnectionAges.Age age = AGES.of(connection);
        boolean reused = age.used();
        if (reused && wantsPreflight(state, connection) && age.idleNanos(now) >= preflightNanos) {
            if (Preflight.findsDead(connection.socket())) {
                state.foundStale();
                throw new IOException("the idle connection turned out to be closed before anything was sent over it");
            }
        }
        if (chain.call().isCanceled()) {
            throw new IOException("Canceled");
        }
        state.exchange(request, connection, reused);
        try {
            Response answer = chain.proceed(withTimeLeft(withItsKey(request, state), state));
            age.use(System.nanoTime());
            @Nullable Masking hidden = Masking.of(answer, request, state.pinned());
            state.answered(answer.code(), hidden);
            return hidden == null ? answer : hidden.hide(answer);
        } catch (Throwable failure) {
            state.failed(failure);
            throw failure;
        }
    }

    private Request withItsKey(Request request, AttemptState state) {
        KeyField key = state.key();
        if (key == null || key.isIn(request) || !key.belongsTo(request)) {
            return request;
        }
        if (told.compareAndSet(false, true)) {
            LOG.warn(
                    "An interceptor of the application's changed the field {}, in which a key travels that must be the same in each"
                            + " send. The key was put back; keep that interceptor away from requests that carry a key.",
                    key.name());
        }
        return key.putBackInto(request);
    }

    /** The attempt wrote the time into its first request; the ones that follow it, after a redirect for example, have less. */
    private static Request withTimeLeft(Request request, AttemptState state) {
        if (state.exchanges() <= 1) {
            return request;
        }
        Request.Builder renewed = request.newBuilder();
        ChainFields.renew(state.logical(), state.nanosLeft(), name -> request.header(name) != null, renewed::header);
        return renewed.build();
    }

    /** Only where a failed write would leave doubt that nothing resolves; an HTTP/2 connection is read by its own thread all the time. */
    private static boolean wantsPreflight(AttemptState state, Connection connection) {
        Protocol protocol = connection.protocol();
        return state.logical().repeatability() == Repeatability.ONCE
                && (protocol == Protocol.HTTP_1_1 || protocol == Protocol.HTTP_1_0);
    }

    /** The socket of an HTTP/1 connection, which serves one exchange at a time; null for one that is shared. */
    static @Nullable Socket ownSocket(@Nullable Connection connection) {
        if (connection == null) {
            return null;
        }
        Protocol protocol = connection.protocol();
        return protocol == Protocol.HTTP_1_1 || protocol == Protocol.HTTP_1_0 ? connection.socket() : null;
    }
}
