package dev.reprise.httpclient;

import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.LogicalCall;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** The response that ends a call. */
final class Answered<T> implements HttpResponse<T> {

    private final HttpResponse.ResponseInfo head;
    private final HttpRequest request;
    private final @Nullable HttpResponse<?> source;
    private final @Nullable LogicalCall call;
    private final @Nullable T body;

    private Answered(
            HttpResponse.ResponseInfo head,
            HttpRequest request,
            @Nullable HttpResponse<?> source,
            @Nullable LogicalCall call,
            @Nullable T body) {
        this.head = head;
        this.request = request;
        this.source = source;
        this.call = call;
        this.body = body;
    }

    /** A response of the client, as yet without its body. */
    static <T> Answered<T> of(HttpResponse<?> source, HttpRequest request, LogicalCall call) {
        return new Answered<>(new HeadOf(source), request, source, call, null);
    }

    /** An answer that was found elsewhere, as yet without its body. */
    static <T> Answered<T> of(HttpAnswer found, HttpRequest request, LogicalCall call) {
        return new Answered<>(new FoundHead(found), request, null, call, null);
    }

    /** A response that the server pushed, which is no call of its own. */
    static <T> HttpResponse<T> pushed(HttpResponse<Received<T>> source) {
        T body = source.body() instanceof Received.Given<T> given ? given.body() : null;
        return new Answered<>(new HeadOf(source), source.request(), source, null, body);
    }

    Answered<T> with(@Nullable T given) {
        return new Answered<>(head, request, source, call, given);
    }

    /** The call that it ended, or null. */
    @Nullable
    LogicalCall call() {
        return call;
    }

    @Override
    public int statusCode() {
        return head.statusCode();
    }

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return source == null ? Optional.empty() : source.previousResponse().map(this::earlier);
    }

    private HttpResponse<T> earlier(HttpResponse<?> response) {
        return new Answered<>(new HeadOf(response), response.request(), response, call, null);
    }

    @Override
    public HttpHeaders headers() {
        return head.headers();
    }

    @Override
    @SuppressWarnings("NullAway") // a handler may make null of a body
    public T body() {
        return body;
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return source == null ? Optional.empty() : source.sslSession();
    }

    @Override
    public URI uri() {
        return source == null ? request.uri() : source.uri();
    }

    @Override
    public HttpClient.Version version() {
        return head.version();
    }

    /** A method of {@link HttpResponse} from Java 25 on. */
    public Optional<String> connectionLabel() {
        return source == null ? Optional.empty() : NewerMethods.connectionLabel(source);
    }

    /** Shows the status, and nothing of the request but its method. */
    @Override
    public String toString() {
        return "(" + request.method() + ") " + statusCode();
    }

    private record HeadOf(HttpResponse<?> response) implements HttpResponse.ResponseInfo {
        @Override
        public int statusCode() {
            return response.statusCode();
        }

        @Override
        public HttpHeaders headers() {
            return response.headers();
        }

        @Override
        public HttpClient.Version version() {
            return response.version();
        }
    }
}
