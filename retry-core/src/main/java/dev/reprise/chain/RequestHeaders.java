package dev.reprise.chain;

import org.jspecify.annotations.Nullable;

/** The header fields of a request that came in, however the server's framework holds them; for example {@code request::getHeader}. */
@FunctionalInterface
public interface RequestHeaders {

    /**
     * The value of a header field.
     *
     * @param name the field's name; its case must not matter (RFC 9110 §5.1)
     * @return the value, or null if the request has no such field
     */
    @Nullable
    String value(String name);
}
