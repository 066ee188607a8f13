package dev.reprise.internal;

import dev.reprise.RetryException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.PayloadMode;
import dev.reprise.http.HeaderNames;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Payload;
import dev.reprise.internal.action.StoredAction;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What an HTTP driver does with a request that is a send of a business action: where the key goes, and what the fingerprint is
 * taken over.
 */
public final class BoundRequest {

    /** Why a request is refused whose body fails when it is read for its fingerprint. */
    public static final String UNREADABLE = "its body could not be read";

    private static final String LEFT_ALONE = "the request is bound to it and left alone at once, so it would be sent"
            + " without being recorded; leave out bind or leaveAlone";

    private final StoredAction action;
    private final @Nullable IdempotencyProfile profile;

    private BoundRequest(StoredAction action) {
        this.action = action;
        this.profile = action.declared().profile();
    }

    /** Reads the body's fingerprint; it may have to write the body once for that. */
    @FunctionalInterface
    public interface BodyPayload {
        Payload read() throws IOException;
    }

    /**
     * A send of an action.
     *
     * @param action the action
     * @return its requirements
     */
    public static BoundRequest of(BusinessAction action) {
        return new BoundRequest(StoredAction.of(action));
    }

    /**
     * A send of an action under a policy.
     *
     * @param action the action
     * @param policy the settings of the call
     * @return its requirements
     * @throws RetryException if the policy would write something else where the key belongs
     */
    public static BoundRequest of(BusinessAction action, RetryPolicy policy) throws RetryException {
        BoundRequest bound = of(action);
        String header = bound.keyHeader();
        if (header == null) {
            return bound;
        }
        for (String name : ChainFields.names(policy)) {
            if (name.equalsIgnoreCase(header)) {
                throw bound.overwritten(
                        header, "the chain of policy " + policy.name() + " has the header field " + name);
            }
        }
        if (policy.markRetries() && header.equalsIgnoreCase(HeaderNames.X_RETRY_ATTEMPT)) {
            throw bound.overwritten(header, "policy " + policy.name() + " has markRetries set, which writes there");
        }
        return bound;
    }

    private RetryException overwritten(String header, String by) {
        return Refusals.wrong(
                action,
                "the profile of action type " + action.type() + " has its key in " + header + ", but " + by
                        + "; they need two names");
    }

    /**
     * Refuses a request that is bound, but to be passed on as it is.
     *
     * @param action the action that it is bound to
     * @return the exception
     */
    public static RetryException leftAlone(BusinessAction action) {
        return Refusals.wrong(action, LEFT_ALONE);
    }

    /** The header field that carries the key, or null if none does. */
    public @Nullable String keyHeader() {
        return profile == null ? null : profile.headerName();
    }

    /** What {@link #keyHeader()} holds; a secret. */
    public String keyValue() {
        return profile == null ? "" : profile.headerValue(action.key());
    }

    /**
     * Checks that a request can be a send of the action.
     *
     * @param headers the values of the request's header field of a name
     * @param bodyContains whether a text is in the request's body
     * @throws RetryException if it cannot
     */
    public void check(Function<String, List<String>> headers, Predicate<String> bodyContains) throws RetryException {
        String header = keyHeader();
        if (header != null) {
            String value = keyValue();
            for (String present : headers.apply(header)) {
                if (!present.equals(value)) {
                    throw Refusals.wrong(action, "the request already carries another value in " + header);
                }
            }
        } else if (profile != null && !bodyContains.test(action.key().value())) {
            throw Refusals.wrong(
                    action, "the body does not contain the action's key, which its profile says is a field of it");
        }
    }

    /**
     * Prepares the send.
     *
     * @param canonicalText the text that stands for the request, or null
     * @param body the fingerprint of the request as it is
     * @return the send
     * @throws RetryException if the body cannot be read, or the text is missing or not asked for
     */
    public ActionSend send(@Nullable String canonicalText, BodyPayload body) throws RetryException {
        checkText(canonicalText != null);
        try {
            return ActionSend.of(action, payload(canonicalText, body));
        } catch (IOException unreadable) {
            throw refused(UNREADABLE, unreadable);
        }
    }

    private void checkText(boolean given) throws RetryException {
        PayloadMode mode = action.declared().payloadMode();
        String type = "action type " + action.type() + " has fingerprint(" + mode + ")";
        if (mode == PayloadMode.CANONICAL_TEXT && !given) {
            throw Refusals.wrong(action, type + ", which needs a text: bind the request with bind(.., text)");
        }
        if (mode != PayloadMode.CANONICAL_TEXT && given) {
            throw Refusals.wrong(
                    action, type + ", but bind(.., text) gave a text, which needs fingerprint(CANONICAL_TEXT)");
        }
    }

    private Payload payload(@Nullable String canonicalText, BodyPayload body) throws IOException {
        if (canonicalText != null) {
            return Payload.text(canonicalText);
        }
        return action.declared().payloadMode() == PayloadMode.REQUEST ? body.read() : Payload.none();
    }

    /**
     * Refuses a request before anything of it was sent.
     *
     * @param reason why, the part of a sentence after the colon
     * @param cause what was in the way, or null
     * @return the exception
     */
    public RetryException refused(String reason, @Nullable Throwable cause) {
        return Refusals.refused(action, reason, cause);
    }

    @Override
    public String toString() {
        return "a send of " + action;
    }
}
