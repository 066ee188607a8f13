/**
 * Wraps a {@code java.net.http.HttpClient}, so that no request is sent twice unnoticed and no outcome is guessed. Start with {@link
 * dev.reprise.httpclient.RetryHttpClient}.
 */
@org.jspecify.annotations.NullMarked
package dev.reprise.httpclient;
