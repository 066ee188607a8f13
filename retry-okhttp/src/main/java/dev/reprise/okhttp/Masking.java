package dev.reprise.okhttp;

import dev.reprise.http.HeaderNames;
import java.util.List;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Hides from OkHttp the header fields that would make it send a request again by itself, and puts them back before anyone else
 * sees the answer. OkHttp follows up a 503 and a 408 by Retry-After whatever the method, and a redirect to any origin.
 */
final class Masking {

    private static final String LOCATION = "Location";
    private static final String CACHE_CONTROL = "Cache-Control";

    private final String name;
    private final List<String> values;
    private final @Nullable List<String> cacheControl;

    private Masking(String name, List<String> values, @Nullable List<String> cacheControl) {
        this.name = name;
        this.values = values;
        this.cacheControl = cacheControl;
    }

    /** What has to be hidden of an answer, or null. */
    static @Nullable Masking of(Response answer, Request sent, boolean pinned) {
        int status = answer.code();
        if (status == 408 || status == 503) {
            return new Masking(HeaderNames.RETRY_AFTER, answer.headers(HeaderNames.RETRY_AFTER), null);
        }
        if (pinned && status >= 300 && status < 400) {
            String location = answer.header(LOCATION);
            HttpUrl target = location == null ? null : sent.url().resolve(location);
            if (target != null && !sameOrigin(target, sent.url())) {
                // Nor may a cache keep the answer without its Location.
                return new Masking(LOCATION, answer.headers(LOCATION), answer.headers(CACHE_CONTROL));
            }
        }
        return null;
    }

    Response hide(Response answer) {
        Response.Builder hidden = answer.newBuilder().removeHeader(name);
        if (answer.code() == 408) {
            // Any wait at all keeps OkHttp from sending again at once; none at all would not.
            hidden.header(HeaderNames.RETRY_AFTER, "1");
        }
        if (cacheControl != null) {
            hidden.header(CACHE_CONTROL, "no-store");
        }
        return hidden.build();
    }

    Response restore(Response answer) {
        Headers.Builder restored = answer.headers().newBuilder();
        put(restored, name, values);
        if (cacheControl != null) {
            put(restored, CACHE_CONTROL, cacheControl);
        }
        return answer.newBuilder().headers(restored.build()).build();
    }

    private static void put(Headers.Builder fields, String name, List<String> values) {
        fields.removeAll(name);
        for (String value : values) {
            // Servers send what a client may not, and OkHttp passes it on.
            fields.addUnsafeNonAscii(name, value);
        }
    }

    static boolean sameOrigin(HttpUrl one, HttpUrl other) {
        return one.port() == other.port()
                && one.host().equals(other.host())
                && one.scheme().equals(other.scheme());
    }
}
