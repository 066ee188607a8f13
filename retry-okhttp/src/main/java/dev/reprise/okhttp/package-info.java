/**
 * Wraps an {@code OkHttpClient}, so that no request is sent twice unnoticed and no outcome is guessed. Start with {@link
 * dev.reprise.okhttp.RetryOkHttp}.
 */
@org.jspecify.annotations.NullMarked
package dev.reprise.okhttp;
