package dev.reprise.http;

/** What the specification says about request methods. */
public final class HttpMethods {

    private HttpMethods() {}

    /**
     * Whether a method is defined as idempotent: several identical requests are meant to have the effect of one. That
     * is what the specification says of the method (RFC 9110 §9.2.2), not what a server guarantees.
     *
     * @param method the method as it goes over the wire; methods are case-sensitive (RFC 9110 §9.1), so {@code get} is
     *     an unknown method
     * @return true for GET, HEAD, OPTIONS, TRACE, PUT and DELETE, false for all else, unknown methods included
     */
    public static boolean isIdempotent(String method) {
        return switch (method) {
            case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE" -> true;
            default -> false;
        };
    }
}
