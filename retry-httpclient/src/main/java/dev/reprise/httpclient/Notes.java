package dev.reprise.httpclient;

import dev.reprise.RetryException;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.BoundRequest;
import dev.reprise.internal.Refusals;
import dev.reprise.internal.action.BoundActions;
import dev.reprise.outcome.Repeatability;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What was declared of one request. An {@link HttpRequest} carries nothing but header fields, so a private field holds the names by which the
 * declarations are found again; they live as long as the request does. No private field is ever sent, but the one that the user wants to keep.
 *
 * @param action the action that the request is a send of, or null
 * @param policy what holds in place of the client's policy, or null
 * @param repeatability the request's repeatability, or null
 * @param deadline when the call must be over, or null
 * @param canonicalText what the fingerprint is taken over in place of the request, or null
 * @param leftAlone whether the request passes as if the client were not wrapped
 */
record Notes(
        @Nullable BusinessAction action,
        @Nullable RetryPolicy policy,
        @Nullable Repeatability repeatability,
        @Nullable Deadline deadline,
        @Nullable String canonicalText,
        boolean leftAlone) {

    /** The header field with the action's public id. */
    static final String ACTION_HEADER = "X-Reprise-Action";

    private static final String NOTE_HEADER = "X-Reprise-Note";
    private static final Notes NONE = new Notes(null, null, null, null, null, false);

    private static final AtomicLong NUMBER = new AtomicLong();
    private static final Map<String, Object> KNOWN = new WeakHashMap<>();

    /** The declaration that a request is passed on as it is. */
    enum LeftAlone {
        LEFT_ALONE
    }

    /** The declaration of a canonical text. */
    record CanonicalText(String text) {

        /** Shows nothing of the text. */
        @Override
        public String toString() {
            return "canonical text of " + text.length() + " characters";
        }
    }

    static void bind(HttpRequest.Builder request, BusinessAction action) {
        request.setHeader(ACTION_HEADER, BoundActions.idFor(action));
    }

    /** Declares something of a request; of two declarations of one kind the later one holds. */
    static void declare(HttpRequest.Builder request, Object declaration) {
        // A string of its own: the request's header field is all that keeps the declaration.
        String name = new String(Long.toString(NUMBER.incrementAndGet()).toCharArray());
        synchronized (KNOWN) {
            KNOWN.put(name, declaration);
        }
        request.header(NOTE_HEADER, name);
    }

    /**
     * Reads what was declared of a request.
     *
     * @throws RetryException if it names something that is not known here, or is bound and left alone, so that nobody knows what was meant
     */
    static Notes of(HttpRequest request) throws RetryException {
        HttpHeaders headers = request.headers();
        List<String> names = headers.allValues(NOTE_HEADER);
        List<String> ids = headers.allValues(ACTION_HEADER);
        if (names.isEmpty() && ids.isEmpty()) {
            return NONE;
        }
        Notes notes = new Notes(action(ids), null, null, null, null, false);
        for (String name : names) {
            Object declaration;
            synchronized (KNOWN) {
                declaration = KNOWN.get(name);
            }
            if (declaration == null) {
                throw Refusals.refused(
                        notes.action,
                        "its " + NOTE_HEADER + " header was not set by RetryHttpClient in this process",
                        null);
            }
            notes = notes.and(declaration);
        }
        if (notes.leftAlone && notes.action != null) {
            throw BoundRequest.leftAlone(notes.action);
        }
        return notes;
    }

    private static @Nullable BusinessAction action(List<String> ids) throws RetryException {
        BusinessAction action = null;
        for (String id : ids) {
            BusinessAction found = BoundActions.find(id);
            if (found == null || (action != null && !action.id().equals(found.id()))) {
                throw Refusals.refused(
                        null,
                        "its " + ACTION_HEADER + " header names an action that was not bound in this process, or two;"
                                + " bind the request with RetryHttpClient.bind",
                        null);
            }
            action = found;
        }
        return action;
    }

    private Notes and(Object declaration) {
        if (declaration instanceof RetryPolicy own) {
            return new Notes(action, own, repeatability, deadline, canonicalText, leftAlone);
        }
        if (declaration instanceof Repeatability own) {
            return new Notes(action, policy, own, deadline, canonicalText, leftAlone);
        }
        if (declaration instanceof Deadline own) {
            return new Notes(action, policy, repeatability, own, canonicalText, leftAlone);
        }
        if (declaration instanceof CanonicalText own) {
            return new Notes(action, policy, repeatability, deadline, own.text(), leftAlone);
        }
        return new Notes(action, policy, repeatability, deadline, canonicalText, true);
    }

    /** Whether a request has a header field that is not sent. */
    static boolean isMarked(HttpRequest request, boolean keepActionHeader) {
        HttpHeaders headers = request.headers();
        return headers.firstValue(NOTE_HEADER).isPresent()
                || (!keepActionHeader && headers.firstValue(ACTION_HEADER).isPresent());
    }

    /** Whether a header field is this library's own. */
    static boolean isPrivate(String name) {
        return !isPublic(name, false);
    }

    /** Whether a header field is sent. */
    static boolean isPublic(String name, boolean keepActionHeader) {
        return !name.equalsIgnoreCase(NOTE_HEADER) && (keepActionHeader || !name.equalsIgnoreCase(ACTION_HEADER));
    }

    /** Shows no deadline's, text's or policy's details. */
    @Override
    public String toString() {
        return action == null ? "unbound" : action.toString();
    }
}
