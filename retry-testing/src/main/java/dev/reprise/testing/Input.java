package dev.reprise.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * What the client sends. Reads exactly what is asked for and buffers nothing, so that what the server left unread stays in the kernel,
 * where it decides between FIN and RST.
 */
final class Input {
    private final InputStream in;
    private final ServerConnection connection;
    private final Executor executor;
    private @Nullable FutureTask<Integer> watch;

    Input(InputStream in, ServerConnection connection, Executor executor) {
        this.in = in;
        this.connection = connection;
        this.executor = executor;
    }

    /** The next byte, or -1 at the end. */
    int read() throws IOException {
        FutureTask<Integer> pending = watch;
        if (pending == null) {
            return readNow();
        }
        watch = null;
        try {
            return pending.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server is closing");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Reads up to this many bytes, fewer only at the end. */
    byte[] read(int length) throws IOException {
        byte[] bytes = new byte[length];
        int done = 0;
        while (done < length) {
            int count;
            if (watch != null) {
                int value = read();
                bytes[done] = (byte) value;
                count = value < 0 ? -1 : 1;
            } else {
                count = readNow(bytes, done);
            }
            if (count < 0) {
                return Arrays.copyOf(bytes, done);
            }
            done += count;
        }
        return bytes;
    }

    /** Begins to wait for the client's next byte or its end, so that its closing is noticed while nobody reads. */
    void watch() {
        if (watch == null) {
            FutureTask<Integer> task = new FutureTask<>(this::readNow);
            watch = task;
            executor.execute(task);
        }
    }

    /** Reads and discards until the client closes, or so many bytes came. */
    void drain(long limit) throws IOException {
        byte[] buffer = new byte[8192];
        long count = watch == null || read() >= 0 ? 0 : limit;
        while (count < limit) {
            int some = readNow(buffer, 0);
            count = some < 0 ? limit : count + some;
        }
    }

    private int readNow() throws IOException {
        return noting(in::read);
    }

    private int readNow(byte[] bytes, int offset) throws IOException {
        return noting(() -> in.read(bytes, offset, bytes.length - offset));
    }

    private int noting(Reading reading) throws IOException {
        try {
            int result = reading.read();
            if (result < 0) {
                connection.markReadingEnded();
            }
            return result;
        } catch (IOException e) {
            connection.markReadingEnded();
            throw e;
        }
    }

    private interface Reading {
        int read() throws IOException;
    }
}
