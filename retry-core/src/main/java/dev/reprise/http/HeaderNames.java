package dev.reprise.http;

/** Names of header fields. Field names are case-insensitive (RFC 9110 §5.1). */
public final class HeaderNames {

    /** When to ask again (RFC 9110 §10.2.3): seconds or a date. */
    public static final String RETRY_AFTER = "Retry-After";

    /** When to ask again, in milliseconds. Sent by several vendors, OpenAI and Azure among them. */
    public static final String RETRY_AFTER_MS = "retry-after-ms";

    /** When to ask again, in milliseconds. Sent by Azure services. */
    public static final String X_MS_RETRY_AFTER_MS = "x-ms-retry-after-ms";

    /** When the response was made (RFC 9110 §6.6.1). */
    public static final String DATE = "Date";

    /** How many seconds ago a cache got the response (RFC 9111 §5.1). */
    public static final String AGE = "Age";

    /** The idempotency key (IETF draft "The Idempotency-Key HTTP Header Field"). */
    public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** The idempotency key of APIs that take it for a request's identity. */
    public static final String X_REQUEST_ID = "X-Request-Id";

    /** Which send this is; absent on the first. Reprise marks retries with it. */
    public static final String X_RETRY_ATTEMPT = "X-Retry-Attempt";

    private HeaderNames() {}
}
