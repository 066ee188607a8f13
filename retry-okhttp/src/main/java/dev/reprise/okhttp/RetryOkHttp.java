package dev.reprise.okhttp;

import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.AnswerOutcomes;
import dev.reprise.internal.BoundRequest;
import dev.reprise.internal.LiveRetrier;
import dev.reprise.internal.LogicalCall;
import dev.reprise.internal.math.Nanos;
import dev.reprise.outcome.Repeatability;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Wraps an {@link OkHttpClient}. The result is an {@code OkHttpClient} too, so Retrofit and everyone else needs nothing more:
 *
 * <pre>{@code
 * OkHttpClient client = RetryOkHttp.wrap(new OkHttpClient(), policy);
 * Response response = client.newCall(RetryOkHttp.bind(request, payment)).execute();
 * }</pre>
 *
 * <p>A wrapped client behaves as before, with these differences. OkHttp sends nothing a second time by itself, except for redirects and the
 * application's authenticator; whether a request is sent again is decided by the policy. A request whose outcome cannot be known ends with {@link
 * dev.reprise.UnknownOutcomeException}. Calls that must come from the cache, answers that came from the cache or from an interceptor, and web
 * sockets are left alone. Everything that is thrown for a call is an {@link java.io.IOException}, except for unchecked exceptions of the
 * application's own interceptors, which pass as they are.
 *
 * <p>A deadline that was set ends the call whatever it is doing, name resolution included. An attempt timeout ends an attempt over HTTP/1.1; over
 * HTTP/2, where many calls share a connection, it bounds silence and not the whole attempt. The client's own call timeout is taken over as a bound
 * of the deadline. Set on a single call, it ends that call too, but OkHttp then puts an {@code InterruptedIOException} of its own around
 * what is thrown here.
 *
 * <p>Pauses hold the calling thread, and with {@code enqueue} a place in the dispatcher. The answer before a pause is read and closed; OkHttp keeps
 * its connection for the call's next attempt.
 *
 * <p>A call belongs to the place where it is made with {@code newCall}, on whatever thread it then runs: it has what the deadlines around that
 * place leave, and if it is made inside a call that does the retrying, or for a marked {@link dev.reprise.chain.IncomingCall}, it makes a single
 * attempt. So do calls that are enqueued. An event listener that the client is given after it was wrapped takes this away from enqueued calls; set
 * it first.
 *
 * <p>Interceptors of the application stay inside, so they see every attempt. One that sends the request on another thread has to keep its tags.
 * What one sends by other means, with another client perhaps, nobody watches: if it fails there, its outcome counts as unknown. Where one changes
 * the field that carries a key, the key is put back. A resolver that the client is given after it was wrapped is bounded by the deadline from
 * OkHttp 5.4 on; before, set it first.
 *
 * <p>All methods are safe for use by many threads.
 */
public final class RetryOkHttp {

    /** From how long on an idle connection is looked at before an unrepeatable request is sent over it: 1 s. */
    public static final Duration DEFAULT_PREFLIGHT_IDLE = Duration.ofSeconds(1);

    /** How many bytes of a bound call's request body and response body are held in memory: 1 MiB. */
    public static final long DEFAULT_BUFFER_LIMIT = 1024 * 1024;

    static {
        // An operation may return a response, and the call around it then knows what is left to be done.
        AnswerOutcomes.readBy(new ResponseOutcomes());
    }

    private RetryOkHttp() {}

    /**
     * Wraps a client.
     *
     * @param client the client; unchanged
     * @param policy the settings
     * @return a new client that shares the other one's connections and threads
     * @throws IllegalArgumentException if the client is wrapped already
     */
    public static OkHttpClient wrap(OkHttpClient client, RetryPolicy policy) {
        return builder(client).policy(policy).build();
    }

    /**
     * Wraps a client.
     *
     * @param client the client; unchanged
     * @param retrier settings and live state, which several clients can share
     * @return a new client that shares the other one's connections and threads
     * @throws IllegalArgumentException if the client is wrapped already
     */
    public static OkHttpClient wrap(OkHttpClient client, Retrier retrier) {
        return builder(client).retrier(retrier).build();
    }

    /**
     * Wraps a client with more settings.
     *
     * @param client the client; unchanged
     * @return a builder, which needs a policy or a retrier
     * @throws IllegalArgumentException if the client is wrapped already
     */
    public static Builder builder(OkHttpClient client) {
        return new Builder(client);
    }

    /**
     * Makes a request a send of a business action. Sets the header field with the action's key, if its profile has one and the request has no
     * such field. The client that sends it must be wrapped: any other sends the key, but neither records the action nor keeps the request
     * from being sent twice.
     *
     * @param request the request
     * @param action the action
     * @return the request with the action as its tag of type {@link BusinessAction}
     */
    public static Request bind(Request request, BusinessAction action) {
        BoundRequest bound = BoundRequest.of(Objects.requireNonNull(action, "action"));
        Request.Builder tagged =
                Objects.requireNonNull(request, "request").newBuilder().tag(BusinessAction.class, action);
        String header = bound.keyHeader();
        // Another value is left there for the wrapped client to refuse.
        if (header != null && request.header(header) == null) {
            tagged.header(header, bound.keyValue());
        }
        return tagged.build();
    }

    /**
     * Makes a request a send of a business action whose fingerprint is taken over a text, for bodies whose bytes differ from send to send.
     * The action's type must have {@link dev.reprise.action.PayloadMode#CANONICAL_TEXT}; otherwise the request is refused.
     *
     * @param request the request
     * @param action the action
     * @param canonicalText what stands for the request, the same at each send of the action
     * @return the request with the action as its tag
     */
    public static Request bind(Request request, BusinessAction action, String canonicalText) {
        return bind(request, action)
                .newBuilder()
                .tag(CanonicalText.class, new CanonicalText(Objects.requireNonNull(canonicalText, "canonicalText")))
                .build();
    }

    /**
     * Gives a request a policy of its own.
     *
     * @param request the request
     * @param policy what holds in place of the client's policy
     * @return the request with the policy as its tag of type {@link RetryPolicy}
     */
    public static Request with(Request request, RetryPolicy policy) {
        return Objects.requireNonNull(request, "request")
                .newBuilder()
                .tag(RetryPolicy.class, Objects.requireNonNull(policy, "policy"))
                .build();
    }

    /**
     * Declares a request's repeatability. A bound request takes it from its action's type.
     *
     * @param request the request
     * @param repeatability whether it may be sent again when its effect is unknown
     * @return the request with the repeatability as its tag of type {@link Repeatability}
     */
    public static Request with(Request request, Repeatability repeatability) {
        return Objects.requireNonNull(request, "request")
                .newBuilder()
                .tag(Repeatability.class, Objects.requireNonNull(repeatability, "repeatability"))
                .build();
    }

    /**
     * Sets the moment by which the call must be over, besides its policy's deadline; the earlier one rules.
     *
     * @param request the request
     * @param deadline the deadline
     * @return the request with the deadline as its tag of type {@link Deadline}
     */
    public static Request with(Request request, Deadline deadline) {
        return Objects.requireNonNull(request, "request")
                .newBuilder()
                .tag(Deadline.class, Objects.requireNonNull(deadline, "deadline"))
                .build();
    }

    /**
     * Lets a request pass as if the client were not wrapped, OkHttp's own second sends included. One that is bound as well is refused.
     *
     * @param request the request
     * @return the request with a tag that says so
     */
    public static Request leaveAlone(Request request) {
        return Objects.requireNonNull(request, "request")
                .newBuilder()
                .tag(LeftAlone.class, LeftAlone.TAG)
                .build();
    }

    /**
     * What the call that brought a response learned.
     *
     * @param response a response of a wrapped client
     * @return the outcome, or null if the call was left alone or the response comes from elsewhere
     */
    public static @Nullable Outcome outcome(Response response) {
        LogicalCall call = CallNote.of(response.request());
        return call == null ? null : call.outcome();
    }

    /** Builds a wrapped client. Not safe for use by many threads. */
    public static final class Builder {
        private final OkHttpClient client;
        private @Nullable LiveRetrier retrier;
        private boolean ownPolicy;
        private boolean answerInDoubt;
        private boolean deadlineCoversStreams;
        private Duration preflightIdle = DEFAULT_PREFLIGHT_IDLE;
        private long bufferLimit = DEFAULT_BUFFER_LIMIT;

        private Builder(OkHttpClient client) {
            if (isWrapped(Objects.requireNonNull(client, "client"))) {
                throw new IllegalArgumentException(
                        "the client is wrapped by Reprise already; set another policy per request with RetryOkHttp.with,"
                                + " or wrap the client that this one was made from");
            }
            this.client = client;
        }

        private static boolean isWrapped(OkHttpClient client) {
            return client.interceptors().stream().anyMatch(Builder::isOurs)
                    || client.networkInterceptors().stream().anyMatch(Builder::isOurs);
        }

        private static boolean isOurs(Interceptor interceptor) {
            return interceptor instanceof CallInterceptor
                    || interceptor instanceof PassageInterceptor
                    || interceptor instanceof WireInterceptor;
        }

        /**
         * Sets the policy, with live state of this client's own.
         *
         * @param settings the settings
         * @return this builder
         * @throws IllegalArgumentException if a retrier was set
         */
        public Builder policy(RetryPolicy settings) {
            Retrier own = Retrier.of(Objects.requireNonNull(settings, "policy"));
            return use(own, true);
        }

        /**
         * Sets the policy together with live state that several clients can share.
         *
         * @param retrier the retrier
         * @return this builder
         * @throws IllegalArgumentException if it does not come from {@link Retrier#of}, or a policy was set
         */
        public Builder retrier(Retrier retrier) {
            return use(retrier, false);
        }

        private Builder use(Retrier retrier, boolean own) {
            if (!(Objects.requireNonNull(retrier, "retrier") instanceof LiveRetrier live)) {
                throw new IllegalArgumentException("retrier must come from Retrier.of");
            }
            checkOneOfBoth(own);
            this.retrier = live;
            ownPolicy = own;
            return this;
        }

        private void checkOneOfBoth(boolean own) {
            if (retrier != null && ownPolicy != own) {
                throw new IllegalArgumentException(
                        "policy and retrier must not both be set, since a retrier has a policy of its own");
            }
        }

        /**
         * Whether a bound call that leaves its action in doubt returns the last answer, if there was one, in place of throwing {@link
         * dev.reprise.UnknownOutcomeException}. Default: false.
         *
         * @param returned true to return it; {@link #outcome(Response)} then says that the effect is unknown
         * @return this builder
         */
        public Builder answerInDoubt(boolean returned) {
            answerInDoubt = returned;
            return this;
        }

        /**
         * From how long on an idle HTTP/1.1 connection is looked at, for about a millisecond, before a request that must not be repeated
         * is sent over it: had the server closed it meanwhile, the outcome would be unknown. Default: 1 s.
         *
         * @param idle zero or more; zero looks each time
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder preflightIdle(Duration idle) {
            if (Objects.requireNonNull(idle, "preflightIdle").isNegative()) {
                throw new IllegalArgumentException("preflightIdle must not be negative, but is " + idle);
            }
            preflightIdle = idle;
            return this;
        }

        /**
         * Whether a deadline that was set also ends the reading of a streamed response body. Default: false; the deadline then ends when the
         * response is handed over. Bodies of bound calls are read before that, up to the buffer limit, and always inside the deadline.
         *
         * @param covers true to let reads after the deadline fail
         * @return this builder
         */
        public Builder deadlineCoversStreams(boolean covers) {
            deadlineCoversStreams = covers;
            return this;
        }

        /**
         * How many bytes of a bound call's request body, and of its response body, are held in memory. Larger request bodies are written
         * once more for their fingerprint; of larger responses the rest streams. Default: 1 MiB.
         *
         * @param bytes 64 KiB, since that much may be needed to settle the action, to 2 GiB - 1
         * @return this builder
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder bufferLimit(long bytes) {
            if (bytes < 64 * 1024) {
                throw new IllegalArgumentException("bufferLimit must be at least 65536 bytes, but is " + bytes);
            }
            if (bytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("bufferLimit must be at most " + Integer.MAX_VALUE
                        + " bytes, which is the most that an array holds, but is " + bytes);
            }
            bufferLimit = bytes;
            return this;
        }

        /**
         * Wraps the client.
         *
         * @return a new client that shares the other one's connections and threads. Its call timeout is taken over as a bound of
         *     the deadline and reads as none
         * @throws IllegalStateException if neither a policy nor a retrier was set
         */
        public OkHttpClient build() {
            LiveRetrier chosen = retrier;
            if (chosen == null) {
                throw new IllegalStateException("a policy or a retrier must be set");
            }
            long callTimeout = client.callTimeoutMillis() == 0
                    ? Long.MAX_VALUE
                    : TimeUnit.MILLISECONDS.toNanos(client.callTimeoutMillis());
            Settings settings = new Settings(
                    chosen, answerInDoubt, deadlineCoversStreams, bufferLimit, client.connectionPool(), callTimeout);
            OkHttpClient.Builder wrapped = client.newBuilder()
                    .callTimeout(0, TimeUnit.MILLISECONDS)
                    .dns(new BoundedDns(client.dns()))
                    .eventListenerFactory(new CallPlaces(client.eventListenerFactory()));
            // Outermost, so that whatever the application's own interceptors do belongs to an attempt.
            wrapped.interceptors().add(0, new CallInterceptor(settings));
            // Behind all of them, so that what they do by other means is told apart from what OkHttp does.
            wrapped.addInterceptor(new PassageInterceptor());
            // Innermost, so that nothing comes between it and the wire.
            wrapped.addNetworkInterceptor(new WireInterceptor(Nanos.saturated(preflightIdle)));
            return wrapped.build();
        }
    }
}
