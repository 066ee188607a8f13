package dev.reprise.http;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of an HTTP request that decisions may look at. Adapters implement it over their client's own request; it is
 * valid only during the callback that receives it.
 */
public interface RequestView {

    /**
     * A request that is not on its way anywhere, for explanations and tests.
     *
     * @param method the method, for example {@code POST}
     * @param uri an absolute URI with a host
     * @param headers values by field name, of which the case does not matter
     * @return a view of it
     * @throws IllegalArgumentException if the URI has no scheme or no host; the message does not show it
     */
    static RequestView of(String method, URI uri, Map<String, String> headers) {
        return new StatedRequest(method, uri, headers);
    }

    /**
     * The method as it is sent.
     *
     * @return for example {@code POST}
     */
    String method();

    /**
     * The URL's scheme.
     *
     * @return {@code http} or {@code https}
     */
    String scheme();

    /**
     * The URL's host.
     *
     * @return a name or an address, in lower case
     */
    String host();

    /**
     * The URL's port, the scheme's default one included.
     *
     * @return 1 to 65535
     */
    int port();

    /**
     * The URL's path without the query.
     *
     * @return the encoded path, beginning with a slash
     */
    String path();

    /**
     * The first value of a header field.
     *
     * @param name the field's name, in any case
     * @return the value, or null if the field is absent
     */
    @Nullable
    String header(String name);
}
