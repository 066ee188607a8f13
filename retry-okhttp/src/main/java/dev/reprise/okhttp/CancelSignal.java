package dev.reprise.okhttp;

import dev.reprise.internal.Timers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** Tells a pause that the caller cancelled. OkHttp tells it at once from 5.4 on; before, the call has to be looked at again and again. */
final class CancelSignal extends CompletableFuture<Void> {

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

    private final Call call;
    private boolean listening;
    private volatile boolean closed;
    private volatile @Nullable Future<?> nextLook;

    CancelSignal(Call call) {
        this.call = call;
    }

    /** The signal, up to date. The first call begins to listen, so a call that never waits costs nothing. */
    CancelSignal current() {
        if (!listening) {
            listening = true;
            if (OkHttpVersion.HAS_CALL_LISTENERS) {
                OkHttp5Hooks.onCancel(call, this);
            } else {
                pollLater();
            }
        }
        // A cancel before the listening began is not told.
        look();
        return this;
    }

    private void look() {
        if (call.isCanceled()) {
            complete(null);
        }
    }

    private void pollLater() {
        nextLook = Timers.after(POLL_NANOS, () -> {
            look();
            if (!isDone() && !closed) {
                pollLater();
            }
        });
    }

    /** Nobody waits any longer. */
    void close() {
        closed = true;
        Future<?> look = nextLook;
        if (look != null) {
            look.cancel(false);
        }
    }
}
