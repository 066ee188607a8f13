package dev.reprise.okhttp;

import dev.reprise.internal.SideThreads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names for no longer than the attempt may take. A resolver cannot be interrupted, so where there is a limit it works on a thread that is
 * left behind when the time is over or the call is cancelled.
 */
final class BoundedDns implements Dns {

    private final Dns dns;

    BoundedDns(Dns dns) {
        this.dns = dns;
    }

    @Override
    public List<InetAddress> lookup(String host) throws UnknownHostException {
        AttemptState state = AttemptState.current();
        long left = state == null ? Long.MAX_VALUE : state.nanosLeft();
        return state == null || left == Long.MAX_VALUE ? dns.lookup(host) : within(host, left, state.cancel());
    }

    private List<InetAddress> within(String host, long nanos, CancelSignal cancel) throws UnknownHostException {
        CompletableFuture<List<InetAddress>> answer = SideThreads.NAMES.supply(() -> dns.lookup(host));
        try {
            CompletableFuture.anyOf(answer, cancel.current()).get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            if (answer.isDone()) {
                return answer.get();
            }
            throw abandoned("the call was cancelled while a name was resolved");
        } catch (TimeoutException hanging) {
            throw abandoned("a name was not resolved in the time that the attempt may take");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw abandoned("interrupted while a name was resolved");
        } catch (ExecutionException failed) {
            throw failure(failed.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    /** OkHttp shares connections only between calls whose resolvers are equal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BoundedDns that && dns.equals(that.dns);
    }

    @Override
    public int hashCode() {
        return dns.hashCode();
    }

    private static UnknownHostException abandoned(String why) {
        return new UnknownHostException(why);
    }

    private static UnknownHostException failure(@Nullable Throwable cause) {
        if (cause instanceof UnknownHostException unknown) {
            return unknown;
        }
        if (cause instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        UnknownHostException failure = abandoned("a name could not be resolved");
        failure.initCause(cause);
        return failure;
    }
}
