package dev.reprise.okhttp;

import dev.reprise.internal.Timers;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import okhttp3.Call;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Source;

/** A response body whose reading ends with the deadline of its call. */
final class DeadlineSource extends ForwardingSource {

    private final Future<?> timer;
    private volatile boolean over;

    DeadlineSource(Source body, Call call, long nanosLeft) {
        super(body);
        timer = Timers.after(nanosLeft, () -> {
            over = true;
            AttemptLimit.cancelAside(call);
        });
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
        try {
            check();
            long read = super.read(sink, byteCount);
            if (read == -1) {
                timer.cancel(false);
            }
            return read;
        } catch (IOException broken) {
            check();
            throw broken;
        }
    }

    private void check() throws IOException {
        if (over) {
            throw new SocketTimeoutException("the deadline of the call is over");
        }
    }

    @Override
    public void close() throws IOException {
        timer.cancel(false);
        super.close();
    }
}
