package dev.reprise.okhttp;

import dev.reprise.internal.SideThreads;
import dev.reprise.internal.Timers;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * The time of one attempt. Ending in time and running out exclude each other: whichever comes first decides what the caller gets. When the
 * deadline of the call comes, the call is cancelled; when only the attempt's own time is over, its connection is closed and the call lives on.
 */
final class AttemptLimit {

    private static final int RUNNING = 0;
    private static final int ENDED = 1;
    private static final int ATTEMPT_OVER = 2;
    private static final int ATTEMPT_OVER_ENDED = 3;
    private static final int DEADLINE_OVER = 4;

    private final AtomicInteger phase = new AtomicInteger(RUNNING);
    private @Nullable Future<?> attemptTimer;
    private @Nullable Future<?> deadlineTimer;

    /**
     * Starts the clock.
     *
     * @param state the attempt
     * @param attemptNanos how long the attempt may take, {@link Long#MAX_VALUE} for no limit
     * @param hardNanos how long is left until the deadline, {@link Long#MAX_VALUE} for none
     */
    void start(AttemptState state, long attemptNanos, long hardNanos) {
        if (hardNanos != Long.MAX_VALUE) {
            deadlineTimer = Timers.after(hardNanos, () -> deadline(state.call()));
        }
        if (attemptNanos < hardNanos) {
            attemptTimer = Timers.after(attemptNanos, () -> attempt(state));
        }
    }

    private void deadline(Call call) {
        if (phase.compareAndSet(RUNNING, DEADLINE_OVER) || phase.compareAndSet(ATTEMPT_OVER, DEADLINE_OVER)) {
            cancelAside(call);
        }
    }

    private void attempt(AttemptState state) {
        if (phase.compareAndSet(RUNNING, ATTEMPT_OVER)) {
            Socket socket = WireInterceptor.ownSocket(state.connection());
            if (socket instanceof SSLSocket) {
                aside(() -> close(socket));
            } else if (socket != null) {
                close(socket);
            }
        }
    }

    /** Cancelling calls the application's listeners, which may take their time, and the timer's thread has none. */
    static void cancelAside(Call call) {
        aside(call::cancel);
    }

    private static void aside(Runnable work) {
        if (!SideThreads.promptly(work)) {
            work.run();
        }
    }

    private static void close(Socket socket) {
        try {
            // Without lingering, closing waits neither for unsent bytes nor for a writer that hangs.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException gone) {
            // It is closed already, which is all that is wanted.
        }
    }

    /** Stops the clock. Afterwards {@link #attemptOver()} and {@link #deadlineOver()} do not change any more. */
    void end() {
        if (!phase.compareAndSet(RUNNING, ENDED)) {
            phase.compareAndSet(ATTEMPT_OVER, ATTEMPT_OVER_ENDED);
        }
        if (deadlineTimer != null) {
            deadlineTimer.cancel(false);
        }
        if (attemptTimer != null) {
            attemptTimer.cancel(false);
        }
    }

    boolean isOver() {
        return phase.get() >= ATTEMPT_OVER;
    }

    boolean attemptOver() {
        int now = phase.get();
        return now == ATTEMPT_OVER || now == ATTEMPT_OVER_ENDED;
    }

    boolean deadlineOver() {
        return phase.get() == DEADLINE_OVER;
    }
}
