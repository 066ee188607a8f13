package dev.reprise.okhttp;

import dev.reprise.CallRefusedException;
import dev.reprise.Outcome;
import dev.reprise.RetryException;
import dev.reprise.UnknownOutcomeException;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.PayloadMode;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Payload;
import dev.reprise.internal.action.StoredAction;
import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Ending;
import java.io.IOException;
import java.util.Collections;
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
 */
record Outgoing(Request request, boolean replayable, boolean pinned, @Nullable ActionSend send, BodyRecord bodies) {

    /** Whether it is a part of an enclosing call's send of the same action. */
    boolean isInside() {
        return pinned && send == null;
    }

    static Outgoing unbound(Request request) {
        return new Outgoing(request, isReplayable(request.body()), false, null, new BodyRecord());
    }

    /**
     * Prepares a bound request.
     *
     * @param inside whether an enclosing call sends the action, so that this one records nothing
     * @throws RetryException if the request cannot be a send of this action
     */
    static Outgoing bound(Request request, BusinessAction action, long limit, boolean inside) throws IOException {
        StoredAction stored = StoredAction.of(action);
        IdempotencyProfile profile = stored.declared().profile();
        BoundBody body;
        Payload payload;
        try {
            body = BoundBody.of(request, limit);
            payload = inside ? Payload.none() : payload(request, stored, body);
        } catch (IOException unreadable) {
            throw refused(stored, "its body could not be read", unreadable);
        }
        String header = profile == null ? null : profile.headerName();
        Request.Builder keyed = request.newBuilder();
        if (body.body() != null) {
            keyed.method(request.method(), body.body());
        }
        if (profile != null && header != null) {
            String value = profile.headerValue(action.key());
            for (String present : request.headers(header)) {
                if (!present.equals(value)) {
                    throw refused(stored, "the request already carries another value in " + header, null);
                }
            }
            keyed.header(header, value);
        } else if (profile != null && !body.contains(action.key().value())) {
            throw refused(
                    stored,
                    "the body does not contain the action's key, which its profile says is a field of it",
                    null);
        }
        ActionSend send = inside ? null : ActionSend.of(action, payload);
        return new Outgoing(keyed.build(), body.replayable(), true, send, new BodyRecord());
    }

    private static Payload payload(Request request, StoredAction stored, BoundBody body) throws IOException {
        PayloadMode mode = stored.declared().payloadMode();
        CanonicalText text = request.tag(CanonicalText.class);
        if (text != null) {
            return Payload.text(text.text());
        }
        return mode == PayloadMode.REQUEST ? body.payload(request) : Payload.none();
    }

    private static RetryException refused(StoredAction action, String reason, @Nullable Throwable cause) {
        Effect effect = action.effectSeen();
        Outcome outcome = new Outcome(0, Ending.PERMANENT, effect, action, null, null, Collections.emptyList());
        CallRefusedException refused =
                new CallRefusedException("Nothing was sent for action " + action.id() + ": " + reason, outcome, cause);
        // "Refused" must not be read as "not done" where an earlier send left that open.
        return effect == Effect.UNKNOWN ? new UnknownOutcomeException(outcome, null, refused) : refused;
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
