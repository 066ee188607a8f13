package dev.reprise.okhttp;

import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/** Cuts the client's own timeouts to what an attempt has left. */
final class Timeouts {

    /** How far socket timeouts stay behind the timer of the deadline. */
    private static final long BEHIND_TIMER_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A timeout of the call's own comes early by at most the fourth part of it. */
    static final long EARLY_PART = 4;

    private Timeouts() {}

    static long behind(long timerNanos) {
        return Math.min(timerNanos, Long.MAX_VALUE - BEHIND_TIMER_NANOS) + BEHIND_TIMER_NANOS;
    }

    static Interceptor.Chain within(Interceptor.Chain chain, long nanos) {
        // OkHttp reads zero as "no timeout".
        int most = (int) Math.max(1, Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos)));
        Interceptor.Chain limited = chain;
        if (exceeds(chain.connectTimeoutMillis(), most)) {
            limited = limited.withConnectTimeout(most, TimeUnit.MILLISECONDS);
        }
        if (exceeds(chain.readTimeoutMillis(), most)) {
            limited = limited.withReadTimeout(most, TimeUnit.MILLISECONDS);
        }
        if (exceeds(chain.writeTimeoutMillis(), most)) {
            limited = limited.withWriteTimeout(most, TimeUnit.MILLISECONDS);
        }
        return limited;
    }

    /** Gives an answer that is handed over the client's own read timeout back, since nobody wants an attempt's time to rule a long download. */
    static void restore(Response answer, @Nullable Connection connection, int readMillis) {
        ResponseBody body = answer.body();
        if (body == null || isOver(answer, body)) {
            return;
        }
        Timeout timeout = body.source().timeout();
        if (timeout.timeoutNanos() == 0) {
            // The body was read to its end by an interceptor, and its connection may serve somebody else by now.
            return;
        }
        if (timeout.timeoutNanos() == TimeUnit.MILLISECONDS.toNanos(readMillis)) {
            return;
        }
        timeout.timeout(readMillis, TimeUnit.MILLISECONDS);
        Socket socket = WireInterceptor.ownSocket(connection);
        if (socket != null) {
            try {
                socket.setSoTimeout(readMillis);
            } catch (SocketException closed) {
                // Whoever reads will see it.
            }
        }
    }

    /** Such an answer has given its connection back, which may serve somebody else by now. */
    private static boolean isOver(Response answer, ResponseBody body) {
        return body.contentLength() == 0
                || answer.code() == 204
                || answer.code() == 304
                || answer.request().method().equals("HEAD");
    }

    private static boolean exceeds(int configured, int most) {
        return configured == 0 || configured > most;
    }
}
