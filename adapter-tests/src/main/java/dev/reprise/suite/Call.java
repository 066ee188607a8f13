package dev.reprise.suite;

import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Repeatability;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request.
 *
 * @param method the method
 * @param uri where it goes
 * @param headers header fields
 * @param body the body, null for none
 * @param action the action that it is a send of, or null
 * @param repeatability what is declared of it, or null
 */
public record Call(
        String method,
        URI uri,
        Map<String, String> headers,
        @Nullable String body,
        @Nullable BusinessAction action,
        @Nullable Repeatability repeatability) {

    /** The body of {@link #post}. */
    public static final String BODY = "amount=100";

    /** A GET. */
    public static Call get(URI uri) {
        return new Call("GET", uri, Map.of(), null, null, null);
    }

    /** A POST with a small body. */
    public static Call post(URI uri) {
        return new Call("POST", uri, Map.of(), BODY, null, null);
    }

    /** The same with another method; a body is kept. */
    public Call method(String other) {
        return new Call(other, uri, headers, body, action, repeatability);
    }

    /** The same with one more header field. */
    public Call header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Call(method, uri, more, body, action, repeatability);
    }

    /** The same with another body. */
    public Call body(String other) {
        return new Call(method, uri, headers, other, action, repeatability);
    }

    /** The same as a send of an action. */
    public Call bound(BusinessAction to) {
        return new Call(method, uri, headers, body, to, repeatability);
    }

    /** The same with a declared repeatability. */
    public Call declared(Repeatability of) {
        return new Call(method, uri, headers, body, action, of);
    }
}
