package dev.reprise.http;

import dev.reprise.outcome.Effect;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.MalformedURLException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URISyntaxException;
import java.net.UnknownServiceException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The evidence table of HTTP: it turns an answer, or a failure and what was watched of it, into a {@link Verdict}. The
 * defaults follow RFC 9110 and RFC 6585; the builder changes what an API is known to do differently. Immutable and safe for
 * use by many threads.
 */
public final class HttpRules {

    /** The rules as the standards give them. */
    public static final HttpRules DEFAULT = builder().build();

    private final boolean tooManyRequestsProvesRefusal;
    private final boolean internalServerErrorMayPass;
    private final boolean serviceUnavailableProvesRefusal;
    private final boolean strictRetryAfter;
    private final List<String> millisecondHeaders;
    private final List<String> serverVerdictHeaders;
    private final List<String> pushbackHeaders;
    private final Map<Integer, Verdict> statuses;

    private HttpRules(Builder builder) {
        tooManyRequestsProvesRefusal = builder.tooManyRequestsProvesRefusal;
        internalServerErrorMayPass = builder.internalServerErrorMayPass;
        serviceUnavailableProvesRefusal = builder.serviceUnavailableProvesRefusal;
        strictRetryAfter = builder.strictRetryAfter;
        millisecondHeaders = Collections.unmodifiableList(new ArrayList<>(builder.millisecondHeaders));
        serverVerdictHeaders = Collections.unmodifiableList(new ArrayList<>(builder.serverVerdictHeaders));
        pushbackHeaders = Collections.unmodifiableList(new ArrayList<>(builder.pushbackHeaders));
        statuses = Collections.unmodifiableMap(new TreeMap<>(builder.statuses));
    }

    /**
     * A builder that starts from the defaults.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Whether a status needs no look at the table: it is a success and nothing overrides it.
     *
     * @param status the status code
     * @return true for 2xx and 3xx, unless this status has a rule of its own
     */
    public boolean isPlainSuccess(int status) {
        return status >= 200 && status < 400 && (statuses.isEmpty() || !statuses.containsKey(status));
    }

    /**
     * The verdict on an answer whose status and header fields arrived.
     *
     * @param answer the answer
     * @param clock the wall clock, for the date form of Retry-After
     * @return the verdict
     */
    public Verdict verdictOf(HttpAnswer answer, Clock clock) {
        return verdictOf(answer, clock, null);
    }

    /**
     * The verdict on an answer, where one more header field is trusted to carry the server's own verdict.
     *
     * @param answer the answer
     * @param clock the wall clock, for the date form of Retry-After
     * @param trustedHeader a field that says {@code true} or {@code false}, or null
     * @return the verdict
     */
    public Verdict verdictOf(HttpAnswer answer, Clock clock, @Nullable String trustedHeader) {
        Verdict verdict = statuses.get(answer.status());
        if (verdict == null) {
            verdict = byStatus(answer.status());
        }
        verdict = withPushback(verdict, answer);
        for (String name : serverVerdictHeaders) {
            verdict = withServerVerdict(verdict, answer.header(name));
        }
        if (trustedHeader != null) {
            verdict = withServerVerdict(verdict, answer.header(trustedHeader));
        }
        return verdict.kind() == Verdict.Kind.SUCCESS ? verdict : withWish(verdict, waitOf(answer, clock));
    }

    /**
     * How long the server wants to be left alone. Most statuses may carry that wish, failures or not (RFC 9110 §10.2.3).
     *
     * @param answer the answer
     * @param clock the wall clock, for the date form of Retry-After
     * @return zero or more, or null if the answer says nothing usable
     */
    public @Nullable Duration waitOf(HttpAnswer answer, Clock clock) {
        return RetryAfter.read(
                answer::headers,
                millisecondHeaders,
                clock,
                strictRetryAfter ? RetryAfter.Mode.STRICT : RetryAfter.Mode.LENIENT);
    }

    /** Of several wishes the longest, so that none is undercut. */
    private static Verdict withWish(Verdict verdict, @Nullable Duration wish) {
        Duration other = verdict.retryAfter();
        return wish == null || (other != null && other.compareTo(wish) >= 0) ? verdict : verdict.withRetryAfter(wish);
    }

    private Verdict byStatus(int status) {
        if (status >= 200 && status < 400) {
            return Verdict.success();
        }
        return switch (status) {
            // RFC 9110 §15.5.9: no complete request in time; intermediaries send it late, so it proves nothing
            case 408 -> Verdict.transientFault(Effect.UNKNOWN);
            // RFC 9110 §15.5.20: may be repeated whatever the method, on another connection
            case 421 -> Verdict.transientFault(Effect.NOT_APPLIED).withFreshConnectionNeeded();
            // RFC 8470 §5.2: refused before processing
            case 425 -> Verdict.transientFault(Effect.NOT_APPLIED);
            // RFC 6585 §4: refused for its rate; the RFC does not promise that nothing was done
            case 429 -> Verdict.transientFault(tooManyRequestsProvesRefusal ? Effect.NOT_APPLIED : Effect.UNKNOWN);
            // RFC 9110 §15.6.1
            case 500 ->
                internalServerErrorMayPass ? Verdict.transientFault(Effect.UNKNOWN) : Verdict.permanent(Effect.UNKNOWN);
            // RFC 9110 §15.6.4: usually refused before work, but nothing guarantees it
            case 503 -> Verdict.transientFault(serviceUnavailableProvesRefusal ? Effect.NOT_APPLIED : Effect.UNKNOWN);
            // RFC 9110 §15.6.2 and §15.6.6: the server cannot do this at all. RFC 4918 §11.5: must not be repeated
            // until the user asks for it. RFC 6585 §6: comes from a captive portal and not from the origin.
            case 501, 505, 507, 511 -> Verdict.permanent(Effect.NOT_APPLIED);
            // RFC 9110 §15: an unknown code is treated as the x00 of its class
            default -> byClass(status);
        };
    }

    private static Verdict byClass(int status) {
        if (status >= 400 && status < 500) {
            return Verdict.permanent(Effect.NOT_APPLIED);
        }
        // An interim answer is no final one, so nothing was said of the request.
        boolean interim = status >= 100 && status < 200;
        // RFC 9110 §15: a code outside 100 to 599 is treated as a 5xx.
        return interim ? Verdict.permanent(Effect.UNKNOWN) : Verdict.transientFault(Effect.UNKNOWN);
    }

    /** gRPC proposal A6: a negative or unreadable wait means "do not retry". */
    private Verdict withPushback(Verdict verdict, HttpAnswer answer) {
        if (verdict.kind() == Verdict.Kind.SUCCESS) {
            return verdict;
        }
        for (String name : pushbackHeaders) {
            if (answer.header(name) != null) {
                Duration wait = RetryAfter.parseMillis(answer.headers(name));
                return wait == null ? verdict.withRetryForbidden() : withWish(verdict, wait);
            }
        }
        return verdict;
    }

    private static Verdict withServerVerdict(Verdict verdict, @Nullable String value) {
        String word = value == null ? "" : value.trim().toLowerCase(Locale.ROOT);
        if (word.equals("false") && verdict.kind() != Verdict.Kind.SUCCESS) {
            return verdict.withRetryForbidden();
        }
        if (word.equals("true") && verdict.kind() == Verdict.Kind.PERMANENT) {
            // The server speaks for its own state; whether a second send would be recognised it does not say.
            return Verdict.transientFault(Effect.UNKNOWN);
        }
        return verdict;
    }

    /**
     * The verdict on an attempt that gave no answer. The effect comes from the evidence alone; the failure tells only whether
     * it may pass.
     *
     * @param failure what the client threw
     * @param evidence what was watched
     * @return the verdict
     */
    public Verdict verdictOf(Throwable failure, Evidence evidence) {
        return mayPass(failure) ? Verdict.transientFault(evidence.effect()) : Verdict.permanent(evidence.effect());
    }

    private static boolean mayPass(Throwable failure) {
        List<Throwable> chain = Causes.of(failure);
        if (!Causes.contains(chain, IOException.class)) {
            return false;
        }
        for (Throwable link : chain) {
            if (link instanceof CertificateException
                    || link instanceof CertPathValidatorException
                    || link instanceof SSLPeerUnverifiedException
                    || link instanceof UnknownServiceException
                    || link instanceof MalformedURLException
                    || link instanceof URISyntaxException
                    || link instanceof ProtocolException) {
                return false;
            }
        }
        boolean handshakeRefused = Causes.contains(chain, SSLHandshakeException.class)
                || chain.stream().anyMatch(link -> link.getClass() == SSLException.class);
        // A handshake that the peer cut off may succeed the next time; one that it refused will not.
        return !handshakeRefused
                || Causes.contains(chain, EOFException.class)
                || Causes.contains(chain, SocketException.class);
    }

    /**
     * Whether a failure is the loss of an established connection, as opposed to a timeout.
     *
     * @param failure what the client threw
     * @return true if the connection was closed or reset
     */
    public static boolean isConnectionLoss(Throwable failure) {
        List<Throwable> chain = Causes.of(failure);
        return Causes.contains(chain, IOException.class)
                && !Causes.contains(chain, InterruptedIOException.class)
                && !Causes.contains(chain, ProtocolException.class);
    }

    /** Builds {@link HttpRules}. Not safe for use by many threads. */
    public static final class Builder {
        private boolean tooManyRequestsProvesRefusal = true;
        private boolean internalServerErrorMayPass = true;
        private boolean serviceUnavailableProvesRefusal;
        private boolean strictRetryAfter;
        private final List<String> millisecondHeaders = new ArrayList<>();
        private final List<String> serverVerdictHeaders = new ArrayList<>();
        private final List<String> pushbackHeaders = new ArrayList<>();
        private final Map<Integer, Verdict> statuses = new TreeMap<>();

        private Builder() {}

        /**
         * Whether a 429 proves that the request was refused before any work. Default: true, as most rate limiters work.
         *
         * @param proves false to treat the effect of a 429 as unknown
         * @return this builder
         */
        public Builder tooManyRequestsProvesRefusal(boolean proves) {
            tooManyRequestsProvesRefusal = proves;
            return this;
        }

        /**
         * Whether a 500 may pass. Default: true.
         *
         * @param mayPass false to treat a 500 as permanent; its effect stays unknown
         * @return this builder
         */
        public Builder internalServerErrorMayPass(boolean mayPass) {
            internalServerErrorMayPass = mayPass;
            return this;
        }

        /**
         * Whether a 503 proves that the request was refused before any work. Default: false.
         *
         * @param proves true only for a server that is known to answer 503 before it begins any work
         * @return this builder
         */
        public Builder serviceUnavailableProvesRefusal(boolean proves) {
            serviceUnavailableProvesRefusal = proves;
            return this;
        }

        /**
         * Whether Retry-After is read as RFC 9110 §10.2.3 writes it. Default: false, which also accepts a decimal fraction such
         * as {@code 2.0}, since reading it as absent would undercut the server's wish.
         *
         * @param strict true to treat a fraction as absent
         * @return this builder
         */
        public Builder strictRetryAfter(boolean strict) {
            strictRetryAfter = strict;
            return this;
        }

        /**
         * Header fields that carry the wait in milliseconds, read before Retry-After. Default: none. Known names are {@code
         * retry-after-ms} and {@code x-ms-retry-after-ms}.
         *
         * @param names field names in the order of trust
         * @return this builder
         */
        public Builder millisecondHeaders(String... names) {
            return addNames(millisecondHeaders, "millisecondHeaders", names);
        }

        /**
         * Header fields by which the server says {@code true} (retry) or {@code false} (do not), trusted above the status. They
         * never override the repeatability. Default: none. Known names are {@code x-should-retry} and {@code
         * Stripe-Should-Retry}.
         *
         * @param names field names in the order of trust
         * @return this builder
         */
        public Builder trustServerVerdict(String... names) {
            return addNames(serverVerdictHeaders, "trustServerVerdict", names);
        }

        /**
         * Header fields that carry a wait in milliseconds, where a negative or unreadable value forbids a retry, as {@code
         * grpc-retry-pushback-ms} does (gRPC proposal A6). Default: none.
         *
         * @param names field names in the order of trust
         * @return this builder
         */
        public Builder trustPushback(String... names) {
            return addNames(pushbackHeaders, "trustPushback", names);
        }

        /**
         * Replaces the rule for one status.
         *
         * @param status the status code, 200 to 599
         * @param verdict what this status means at this API
         * @return this builder
         * @throws IllegalArgumentException if the status is out of range
         */
        public Builder status(int status, Verdict verdict) {
            if (status < 200 || status > 599) {
                throw new IllegalArgumentException("status must be 200 to 599, but is " + status);
            }
            statuses.put(status, Objects.requireNonNull(verdict, "verdict"));
            return this;
        }

        private Builder addNames(List<String> target, String setting, String... names) {
            for (String name : names) {
                if (name.trim().isEmpty()) {
                    throw new IllegalArgumentException(setting + " must not hold a blank field name");
                }
                target.add(name);
            }
            return this;
        }

        /**
         * Builds the rules.
         *
         * @return immutable rules
         */
        public HttpRules build() {
            return new HttpRules(this);
        }
    }
}
