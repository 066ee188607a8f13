package dev.reprise.okhttp;

import dev.reprise.http.RequestView;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** The part of a request that a policy may look at. */
record OkHttpRequestView(Request request) implements RequestView {

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public String scheme() {
        return request.url().scheme();
    }

    @Override
    public String host() {
        return request.url().host();
    }

    @Override
    public int port() {
        return request.url().port();
    }

    @Override
    public String path() {
        return request.url().encodedPath();
    }

    @Override
    public @Nullable String header(String name) {
        return request.header(name);
    }

    @Override
    public String toString() {
        return method() + " " + scheme() + "://" + host() + ":" + port();
    }
}
