package dev.reprise.okhttp;

import okhttp3.Request;

/**
 * The header field that carries a key. All sends carry the same one, byte for byte, also where an interceptor of the application's gives each
 * request an id of its own in that very field.
 */
final class KeyField {

    private final String name;
    private final String value;
    private final String method;
    private final String path;

    /**
     * @param name the field's name
     * @param value its value
     * @param request the request that it belongs to
     */
    KeyField(String name, String value, Request request) {
        this.name = name;
        this.value = value;
        this.method = request.method();
        this.path = request.url().encodedPath();
    }

    String name() {
        return name;
    }

    /** Whether the request carries the key and nothing else in its field. */
    boolean isIn(Request request) {
        return request.headers(name).size() == 1 && value.equals(request.header(name));
    }

    /** Whether a request is a send of this one, and not what an interceptor sends besides, a token's renewal perhaps. */
    boolean belongsTo(Request request) {
        return request.method().equals(method) && request.url().encodedPath().equals(path);
    }

    Request putBackInto(Request request) {
        return request.newBuilder().header(name, value).build();
    }

    @Override
    public String toString() {
        return "key in " + name;
    }
}
