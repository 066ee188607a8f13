package dev.reprise.chain;

import java.util.Locale;
import java.util.Set;

/**
 * Header fields whose value is somebody else's affair: they frame the message or choose its connection, are set by the HTTP client
 * itself, describe the content, or identify the caller. A number in one of them would break the request, or what reads it.
 */
final class OtherFields {

    private static final Set<String> NAMES = Set.of(
            // RFC 9110 §7 and RFC 9112 §6: routing and framing; HTTP/2 forbids most of them (RFC 9113 §8.2.2)
            "connection",
            "content-length",
            "host",
            "http2-settings",
            "keep-alive",
            "max-forwards",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "via",
            // RFC 9110 §8: the content
            "content-encoding",
            "content-language",
            "content-location",
            "content-range",
            "content-type",
            // RFC 9110 §10.1, §12.5, §13.1, §14.2 and RFC 9111 §5: what the request asks for
            "accept",
            "accept-charset",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "date",
            "expect",
            "from",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "pragma",
            "range",
            "referer",
            "retry-after",
            "user-agent",
            // RFC 9110 §11, RFC 6265 §5.4, RFC 6454 §7: who asks
            "authorization",
            "cookie",
            "origin",
            "proxy-authorization",
            "set-cookie");

    private OtherFields() {}

    /**
     * Refuses such a field.
     *
     * @throws IllegalArgumentException if it is one
     */
    static void refuse(String setting, String name) {
        if (NAMES.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    setting + " must be a header field of its own, but HTTP has a use for " + name);
        }
    }
}
