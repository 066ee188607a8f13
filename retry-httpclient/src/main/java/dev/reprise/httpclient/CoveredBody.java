package dev.reprise.httpclient;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A body that the caller may go on reading when the call is over, and whose reading ends with the deadline of the call.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class CoveredBody<T> extends Relay<List<ByteBuffer>> implements HttpResponse.BodySubscriber<Received<T>> {

    private final PassingBody<T> body;

    CoveredBody(PassingBody<T> body) {
        this.body = body;
        attach(body);
    }

    @Override
    public CompletionStage<Received<T>> getBody() {
        return body.getBody();
    }

    @Override
    @Nullable
    Throwable arrived(List<ByteBuffer> item) {
        return null;
    }

    @Override
    boolean mayPass(List<ByteBuffer> first, boolean atEnd) {
        return true;
    }

    @Override
    boolean wantsMore() {
        return false;
    }
}
