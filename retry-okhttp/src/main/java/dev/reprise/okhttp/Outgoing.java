package dev.reprise.okhttp;

import dev.reprise.RetryException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.internal.BodyRecord;
import dev.reprise.internal.BoundRequest;
import dev.reprise.internal.action.ActionSend;
import java.io.IOException;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * What goes out in every attempt of a call.
 *
 * @param request the request with its key; its body may be a copy in memory
 * @param replayable whether the body can be written a second time
 * @param pinned whether redirects must stay on the origin
 * @param send the send of a bound call, null for any other
 * @param bodies what the writes of the body looked like
 * @param key the field that carries a key, or null
 */
record Outgoing(
        Request request,
        boolean replayable,
        boolean pinned,
        @Nullable ActionSend send,
        BodyRecord bodies,
        @Nullable KeyField key) {

    /** Whether it is a part of an enclosing call's send of the same action. */
    boolean isInside() {
        return pinned && send == null;
    }

    /**
     * Prepares a request that is not bound.
     *
     * @param request the request
     * @param keyHeader the field in which it carries a key that the server honours, or null
     */
    static Outgoing unbound(Request request, @Nullable String keyHeader) {
        String value = keyHeader == null ? null : request.header(keyHeader);
        KeyField key = keyHeader == null || value == null ? null : new KeyField(keyHeader, value, request);
        return new Outgoing(request, isReplayable(request.body()), false, null, new BodyRecord(), key);
    }

    /**
     * Prepares a bound request.
     *
     * @param policy the settings of the call
     * @param inside whether an enclosing call sends the action, so that this one records nothing
     * @throws RetryException if the request cannot be a send of this action
     */
    static Outgoing bound(Request request, BusinessAction action, RetryPolicy policy, long limit, boolean inside)
            throws IOException {
        BoundRequest bound = BoundRequest.of(action, policy);
        BodyRecord bodies = new BodyRecord();
        BoundBody body;
        try {
            body = BoundBody.of(request, limit, bodies);
        } catch (IOException unreadable) {
            throw bound.refused(BoundRequest.UNREADABLE, unreadable);
        }
        CanonicalText text = request.tag(CanonicalText.class);
        ActionSend send =
                inside ? null : bound.send(text == null ? null : text.text(), () -> body.payload(request, bodies));
        bound.check(request::headers, body::contains);
        Request.Builder keyed = request.newBuilder();
        KeyField key = null;
        if (body.body() != null) {
            keyed.method(request.method(), body.body());
        }
        String header = bound.keyHeader();
        if (header != null) {
            String value = bound.keyValue();
            keyed.header(header, value);
            key = new KeyField(header, value, request);
        }
        return new Outgoing(keyed.build(), body.replayable(), true, send, bodies, key);
    }

    /** OkHttp 4 does not report the one-shot parts of a multipart body. */
    static boolean isReplayable(@Nullable RequestBody body) {
        if (body == null) {
            return true;
        }
        if (body.isOneShot() || body.isDuplex()) {
            return false;
        }
        if (body instanceof MultipartBody multipart) {
            for (MultipartBody.Part part : multipart.parts()) {
                if (!isReplayable(part.body())) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return request.method() + " " + (send == null ? "unbound" : send.toString());
    }
}
