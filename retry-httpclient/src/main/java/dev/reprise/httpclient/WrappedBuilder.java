package dev.reprise.httpclient;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Builds clients and wraps them, for those who take nothing but a builder. */
final class WrappedBuilder implements HttpClient.Builder {

    private final HttpClient.Builder builder;
    private final UnaryOperator<HttpClient> wrapping;

    WrappedBuilder(HttpClient.Builder builder, UnaryOperator<HttpClient> wrapping) {
        this.builder = builder;
        this.wrapping = wrapping;
    }

    @Override
    public HttpClient.Builder cookieHandler(CookieHandler handler) {
        builder.cookieHandler(handler);
        return this;
    }

    @Override
    public HttpClient.Builder connectTimeout(Duration timeout) {
        builder.connectTimeout(timeout);
        return this;
    }

    @Override
    public HttpClient.Builder sslContext(SSLContext context) {
        builder.sslContext(context);
        return this;
    }

    @Override
    public HttpClient.Builder sslParameters(SSLParameters parameters) {
        builder.sslParameters(parameters);
        return this;
    }

    @Override
    public HttpClient.Builder executor(Executor executor) {
        builder.executor(executor);
        return this;
    }

    @Override
    public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
        builder.followRedirects(policy);
        return this;
    }

    @Override
    public HttpClient.Builder version(HttpClient.Version version) {
        builder.version(version);
        return this;
    }

    @Override
    public HttpClient.Builder priority(int priority) {
        builder.priority(priority);
        return this;
    }

    @Override
    public HttpClient.Builder proxy(ProxySelector selector) {
        builder.proxy(selector);
        return this;
    }

    @Override
    public HttpClient.Builder authenticator(Authenticator authenticator) {
        builder.authenticator(authenticator);
        return this;
    }

    /** A method of {@link HttpClient.Builder} from Java 19 on. */
    public HttpClient.Builder localAddress(@Nullable InetAddress address) {
        NewerMethods.localAddress(builder, address);
        return this;
    }

    @Override
    public HttpClient build() {
        return wrapping.apply(builder.build());
    }

    @Override
    public String toString() {
        return "builder of a client wrapped by Reprise";
    }
}
