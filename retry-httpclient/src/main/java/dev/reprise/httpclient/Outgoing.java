package dev.reprise.httpclient;

import dev.reprise.RetryException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.http.HeaderNames;
import dev.reprise.internal.BodyRecord;
import dev.reprise.internal.BoundRequest;
import dev.reprise.internal.ChainFields;
import dev.reprise.internal.LogicalCall;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Payload;
import dev.reprise.internal.math.Nanos;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What goes out in every attempt of a call.
 *
 * @param request the request as it is sent, with its key and without what was declared of it
 * @param body its body, which may be a copy in memory, or null
 * @param replayable whether the body can be written a second time
 * @param send the send of a bound call, null for any other
 * @param bodies what the writes of the body looked like, or null if they cannot differ
 */
record Outgoing(
        HttpRequest request,
        @Nullable BodyPublisher body,
        boolean replayable,
        @Nullable ActionSend send,
        @Nullable BodyRecord bodies) {

    private static final byte[] NO_BYTES = new byte[0];

    static Outgoing unbound(HttpRequest request, Settings settings, long nanos)
            throws IOException, InterruptedException {
        BodyPublisher body = request.bodyPublisher().orElse(null);
        if (body != null
                && !Bodies.isReplayable(body)
                && settings.recordLimit() > 0
                && body.contentLength() <= settings.recordLimit()) {
            body = ReadBody.copy(body, settings.recordLimit(), nanos);
        }
        return of(publicPart(request, settings), body, null);
    }

    /**
     * Prepares a bound request.
     *
     * @param policy the settings of the call
     * @param declared whether the request itself names the action, and not the code around it
     * @param inside whether an enclosing call sends the action, so that this one records nothing
     * @throws RetryException if the request cannot be a send of this action
     */
    static Outgoing bound(
            HttpRequest request,
            BusinessAction action,
            RetryPolicy policy,
            @Nullable String canonicalText,
            boolean declared,
            boolean inside,
            Settings settings,
            long nanos)
            throws RetryException, InterruptedException {
        BoundRequest bound = BoundRequest.of(action, policy);
        BodyPublisher original = request.bodyPublisher().orElse(null);
        BodyPublisher body = copied(bound, original, settings, nanos);
        // Who names an action by its public id must know its key too, or a header field that came from outside would
        // do.
        boolean keyed = !declared
                || bound.keyHeader() == null
                || !request.headers().allValues(bound.keyHeader()).isEmpty();
        if (!keyed) {
            throw bound.refused(
                    "the request names the action but does not carry its key in " + bound.keyHeader(), null);
        }
        bound.check(
                name -> request.headers().allValues(name),
                text -> !(body instanceof BytesBody bytes) || bytes.contains(text));
        HttpRequest sent = publicPart(request, settings);
        String header = bound.keyHeader();
        if (header != null) {
            sent = HttpRequest.newBuilder(sent, (name, value) -> true)
                    .setHeader(header, bound.keyValue())
                    .build();
        }
        ActionSend send = inside ? null : bound.send(canonicalText, () -> payload(request, body, nanos));
        return of(sent, body, send);
    }

    private static @Nullable BodyPublisher copied(
            BoundRequest bound, @Nullable BodyPublisher original, Settings settings, long nanos)
            throws RetryException, InterruptedException {
        if (original == null || original.contentLength() > settings.bufferLimit()) {
            return original;
        }
        try {
            return ReadBody.copy(original, settings.bufferLimit(), nanos);
        } catch (IOException unreadable) {
            throw bound.refused(BoundRequest.UNREADABLE, unreadable);
        }
    }

    private static Payload payload(HttpRequest request, @Nullable BodyPublisher body, long nanos) throws IOException {
        String target = request.uri().toString();
        int fragment = target.indexOf('#');
        target = fragment < 0 ? target : target.substring(0, fragment);
        if (body == null) {
            return Payload.request(request.method(), target, NO_BYTES);
        }
        if (body instanceof BytesBody bytes) {
            return Payload.request(request.method(), target, bytes.bytes());
        }
        return Bodies.isReplayable(body)
                ? Payload.request(request.method(), target, out -> ReadBody.writeTo(body, out, nanos))
                : Payload.none();
    }

    private static Outgoing of(HttpRequest request, @Nullable BodyPublisher body, @Nullable ActionSend send) {
        BodyRecord record = Bodies.isInMemory(body) ? null : new BodyRecord();
        return new Outgoing(request, body, Bodies.isReplayable(body), send, record);
    }

    static HttpRequest publicPart(HttpRequest request, Settings settings) {
        boolean keep = settings.keepActionHeader();
        return Notes.isMarked(request, keep)
                ? HttpRequest.newBuilder(request, (name, value) -> Notes.isPublic(name, keep))
                        .build()
                : request;
    }

    /** The body as one attempt writes it, or null if nobody would ask for it. */
    @Nullable
    WatchedPublisher watched() {
        return body == null ? null : new WatchedPublisher(body, bodies);
    }

    /**
     * The request of one attempt. Its time is this library's affair, since the client's own timer covers bodies on some versions only.
     *
     * @param nanos how long the attempt may take, {@link Long#MAX_VALUE} for no limit
     */
    HttpRequest attempt(LogicalCall logical, @Nullable WatchedPublisher watched, long nanos) {
        boolean marked = logical.attempts().sendNumber() > 1 && logical.policy().markRetries();
        if (watched == null && !marked && logical.policy().chain() == null) {
            return request;
        }
        HttpRequest.Builder attempt = HttpRequest.newBuilder(request, (name, value) -> true);
        if (watched != null) {
            attempt.method(request.method(), watched);
        }
        if (marked) {
            attempt.setHeader(
                    HeaderNames.X_RETRY_ATTEMPT,
                    Integer.toString(logical.attempts().sendNumber()));
        }
        if (logical.policy().chain() != null) {
            ChainFields.set(logical, isShorterThan(nanos) ? ownNanos() : nanos, attempt::setHeader);
        }
        return attempt.build();
    }

    /** Some applications make their next request of a response's, and that one must not tell the time that this attempt had. */
    HttpRequest asWritten(HttpRequest sent, LogicalCall logical) {
        List<String> ofAttempt = ChainFields.ofAttempt(logical);
        if (ofAttempt.isEmpty()) {
            return sent;
        }
        HttpRequest.Builder shown =
                HttpRequest.newBuilder(sent, (name, value) -> ofAttempt.stream().noneMatch(name::equalsIgnoreCase));
        for (String name : ofAttempt) {
            request.headers().allValues(name).forEach(value -> shown.header(name, value));
        }
        return shown.build();
    }

    private long ownNanos() {
        return request.timeout().map(Nanos::saturated).orElse(Long.MAX_VALUE);
    }

    /** Whether the client itself ends the attempt before this time. */
    boolean isShorterThan(long nanos) {
        Duration own = request.timeout().orElse(null);
        return own != null && own.compareTo(Duration.ofNanos(Math.max(1, nanos))) < 0;
    }

    /** Shows nothing of the request but its method. */
    @Override
    public String toString() {
        return request.method() + " " + (send == null ? "unbound" : send.toString());
    }
}
