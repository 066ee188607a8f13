package dev.reprise.httpclient;

import dev.reprise.internal.BlockingDriver;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** A client that makes a logical call of each call. Everything else is the wrapped client's. */
final class WrappedClient extends HttpClient {

    private final HttpClient client;
    private final Settings settings;
    private final boolean resendsAnything;
    private final Waiting waiting = new Waiting();

    /**
     * Wraps a client.
     *
     * @param resendsAnything whether the client may send any request twice by itself
     */
    WrappedClient(HttpClient client, Settings settings, boolean resendsAnything) {
        this.client = client;
        this.settings = settings;
        this.resendsAnything = resendsAnything;
    }

    Settings settings() {
        return settings;
    }

    Waiting waiting() {
        return waiting;
    }

    /** Whether the wrapped client may send any request twice by itself. */
    boolean resendsAnything() {
        return resendsAnything;
    }

    /**
     * Whether the wrapped client sends such a request a second time by itself only when the peer refused the first one unprocessed: it
     * does that with a GET or HEAD also when the connection was lost, and with any request for a redirect or an authentication.
     */
    boolean resendsOnlyRefused(String method) {
        return !resendsAnything
                && !method.equals("GET")
                && !method.equals("HEAD")
                && client.followRedirects() == Redirect.NEVER
                && client.authenticator().isEmpty();
    }

    // ---- calls

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(handler, "responseBodyHandler");
        Notes notes = Notes.of(request);
        if (notes.leftAlone()) {
            return client.send(Outgoing.publicPart(request, settings), handler);
        }
        Plan plan = new Plan(this, request, notes);
        Outgoing outgoing = plan.prepare();
        JdkCall<T> call = new JdkCall<>(this, outgoing, plan.start(outgoing), handler, null);
        try (BlockingJdkHost<T> host = new BlockingJdkHost<>(this, call)) {
            BlockingDriver.drive(call.logical(), host);
            return host.deliver();
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        return sendAsync(request, handler, null);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request,
            HttpResponse.BodyHandler<T> handler,
            HttpResponse.@Nullable PushPromiseHandler<T> pushes) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(handler, "responseBodyHandler");
        try {
            Notes notes = Notes.of(request);
            if (notes.leftAlone()) {
                return client.sendAsync(Outgoing.publicPart(request, settings), handler, pushes);
            }
            return AsyncSend.begin(this, new Plan(this, request, notes), handler, pushes);
        } catch (IOException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Lets one attempt leave. */
    <T> CompletableFuture<HttpResponse<Received<T>>> exchange(
            HttpRequest request,
            HttpResponse.BodyHandler<Received<T>> handler,
            HttpResponse.@Nullable PushPromiseHandler<T> pushes) {
        return pushes == null
                ? client.sendAsync(request, handler)
                : client.sendAsync(request, handler, new PassingPushes<>(pushes));
    }

    // ---- everything else

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    /** Web sockets live on after their handshake, so they are the wrapped client's alone. */
    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }

    // ---- methods of HttpClient from Java 21 on

    public void shutdown() {
        waiting.close();
        NewerMethods.shutdown(client);
    }

    public void shutdownNow() {
        waiting.close();
        NewerMethods.shutdownNow(client);
    }

    public boolean isTerminated() {
        return NewerMethods.isTerminated(client);
    }

    public boolean awaitTermination(Duration most) throws InterruptedException {
        return NewerMethods.awaitTermination(client, most);
    }

    public void close() {
        waiting.close();
        NewerMethods.close(client);
    }

    @Override
    public String toString() {
        return "Reprise with " + settings.retrier().policy();
    }
}
