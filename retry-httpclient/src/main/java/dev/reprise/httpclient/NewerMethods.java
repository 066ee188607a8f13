package dev.reprise.httpclient;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Methods that later versions of Java added, where this one has them. */
final class NewerMethods {

    private static final @Nullable MethodHandle SHUTDOWN = find(HttpClient.class, "shutdown", void.class);
    private static final @Nullable MethodHandle SHUTDOWN_NOW = find(HttpClient.class, "shutdownNow", void.class);
    private static final @Nullable MethodHandle CLOSE = find(HttpClient.class, "close", void.class);
    private static final @Nullable MethodHandle IS_TERMINATED = find(HttpClient.class, "isTerminated", boolean.class);
    private static final @Nullable MethodHandle AWAIT_TERMINATION =
            find(HttpClient.class, "awaitTermination", boolean.class, Duration.class);
    private static final @Nullable MethodHandle LOCAL_ADDRESS =
            find(HttpClient.Builder.class, "localAddress", HttpClient.Builder.class, InetAddress.class);
    private static final @Nullable MethodHandle CONNECTION_LABEL =
            find(HttpResponse.class, "connectionLabel", Optional.class);

    private NewerMethods() {}

    private static @Nullable MethodHandle find(Class<?> owner, String name, Class<?> result, Class<?>... arguments) {
        try {
            return MethodHandles.publicLookup().findVirtual(owner, name, MethodType.methodType(result, arguments));
        } catch (NoSuchMethodException | IllegalAccessException older) {
            return null;
        }
    }

    static void shutdown(HttpClient client) {
        call(SHUTDOWN, client);
    }

    static void shutdownNow(HttpClient client) {
        call(SHUTDOWN_NOW, client);
    }

    static void close(HttpClient client) {
        call(CLOSE, client);
    }

    static boolean isTerminated(HttpClient client) {
        return Boolean.TRUE.equals(call(IS_TERMINATED, client));
    }

    /** Where there is nothing to wait for, it is as with a client that does not override the method. */
    static boolean awaitTermination(HttpClient client, Duration most) throws InterruptedException {
        if (AWAIT_TERMINATION == null) {
            return true;
        }
        try {
            return (boolean) AWAIT_TERMINATION.invoke(client, most);
        } catch (InterruptedException interrupted) {
            throw interrupted;
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    static void localAddress(HttpClient.Builder builder, @Nullable InetAddress address) {
        if (LOCAL_ADDRESS == null) {
            throw new UnsupportedOperationException("this version of Java cannot set the local address");
        }
        try {
            LOCAL_ADDRESS.invoke(builder, address);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    @SuppressWarnings("unchecked") // it is what the method returns
    static Optional<String> connectionLabel(HttpResponse<?> response) {
        Object label = call(CONNECTION_LABEL, response);
        return label == null ? Optional.empty() : (Optional<String>) label;
    }

    private static @Nullable Object call(@Nullable MethodHandle method, Object target) {
        if (method == null) {
            return null;
        }
        try {
            return method.invoke(target);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
}
