package dev.reprise.httpclient;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/**
 * What the caller gets of an ended call, once the caller's handler has read it.
 *
 * @param response completes with the response, or with the bare exception
 */
record Delivered<T>(CompletableFuture<HttpResponse<T>> response) {}
