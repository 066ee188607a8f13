package dev.reprise.httpclient;

import dev.reprise.Outcome;
import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.AnswerOutcomes;
import dev.reprise.internal.BoundRequest;
import dev.reprise.internal.LiveRetrier;
import dev.reprise.internal.LogicalCall;
import dev.reprise.outcome.Repeatability;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Wraps a {@link HttpClient}. The result is an {@code HttpClient} too, so Spring, Feign and everyone else needs nothing more:
 *
 * <pre>{@code
 * HttpClient client = RetryHttpClient.wrap(HttpClient.newHttpClient(), policy);
 * HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(json));
 * HttpResponse<String> response = client.send(RetryHttpClient.bind(request, payment).build(), BodyHandlers.ofString());
 * }</pre>
 *
 * <p>Requests that a framework builds are bound with {@link BusinessAction#activate()}.
 *
 * <p>The JDK's client sends a GET or HEAD whose connection was lost a second time by itself, which cannot be stopped or seen: there the server
 * may count one request more than this library. Of a request without a body publisher it also does not show whether it left, so an unanswered
 * one has an unknown effect.
 *
 * <p>A body handler is given one answer only, the one that the caller gets; but a handler whose subscriber keeps nothing outside itself ({@code
 * ofString}, {@code ofByteArray}, {@code discarding}, {@code replacing}) is used again when an answer breaks off while it receives it.
 *
 * <p>All methods are safe for use by many threads.
 */
public final class RetryHttpClient {

    /** How many bytes of a bound call's request body and response body are held in memory: 1 MiB. */
    public static final long DEFAULT_BUFFER_LIMIT = 1024 * 1024;

    /** The header field in which a bound request carries its action's public id until it is sent: {@value}. */
    public static final String ACTION_HEADER = Notes.ACTION_HEADER;

    static {
        // An operation may return a response, and the call around it then knows what is left to be done.
        AnswerOutcomes.readBy(new ResponseOutcomes());
    }

    private RetryHttpClient() {}

    /**
     * Wraps a client.
     *
     * @param client the client
     * @param policy the settings
     * @return a client that sends over the other one
     * @throws IllegalArgumentException if the client is wrapped already, or the policy's chain has a header field that the JDK's client lets
     *     nobody set
     */
    public static HttpClient wrap(HttpClient client, RetryPolicy policy) {
        return builder(client).policy(policy).build();
    }

    /**
     * Wraps a client.
     *
     * @param client the client
     * @param retrier settings and live state, which several clients can share
     * @return a client that sends over the other one
     * @throws IllegalArgumentException if the client is wrapped already, or the policy's chain has a header field that the JDK's client lets
     *     nobody set
     */
    public static HttpClient wrap(HttpClient client, Retrier retrier) {
        return builder(client).retrier(retrier).build();
    }

    /**
     * Wraps a client with more settings.
     *
     * @param client the client
     * @return a builder, which needs a policy or a retrier
     * @throws IllegalArgumentException if the client is wrapped already
     */
    public static Builder builder(HttpClient client) {
        return new Builder(client);
    }

    /**
     * A builder of the JDK's kind, for those who take nothing else. The clients that it builds are wrapped.
     *
     * @param policy the settings, with live state of each built client's own
     * @return a builder that starts from the JDK's defaults
     */
    public static HttpClient.Builder newBuilder(RetryPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return new WrappedBuilder(HttpClient.newBuilder(), client -> wrap(client, policy));
    }

    /**
     * A builder of the JDK's kind, for those who take nothing else. The clients that it builds are wrapped.
     *
     * @param retrier settings and live state, which all built clients share
     * @return a builder that starts from the JDK's defaults
     */
    public static HttpClient.Builder newBuilder(Retrier retrier) {
        Objects.requireNonNull(retrier, "retrier");
        return new WrappedBuilder(HttpClient.newBuilder(), client -> wrap(client, retrier));
    }

    /**
     * Makes a request a send of a business action. Sets the header field with the action's key, if its profile has one, and {@link
     * #ACTION_HEADER}, by which a wrapped client finds the action and which it takes away. Any other client sends both, but neither
     * records the action nor keeps the request from being sent twice.
     *
     * @param request the request
     * @param action the action
     * @return the same builder
     */
    public static HttpRequest.Builder bind(HttpRequest.Builder request, BusinessAction action) {
        Objects.requireNonNull(request, "request");
        BoundRequest bound = BoundRequest.of(Objects.requireNonNull(action, "action"));
        String header = bound.keyHeader();
        if (header != null) {
            request.setHeader(header, bound.keyValue());
        }
        Notes.bind(request, action);
        return request;
    }

    /**
     * Makes a request a send of a business action whose fingerprint is taken over a text, for bodies whose bytes differ from send to send.
     * The action's type must have {@link dev.reprise.action.PayloadMode#CANONICAL_TEXT}; otherwise the request is refused.
     *
     * @param request the request
     * @param action the action
     * @param canonicalText what stands for the request, the same at each send of the action
     * @return the same builder
     */
    public static HttpRequest.Builder bind(HttpRequest.Builder request, BusinessAction action, String canonicalText) {
        bind(request, action);
        return noting(request, new Notes.CanonicalText(Objects.requireNonNull(canonicalText, "canonicalText")));
    }

    /**
     * Gives a request a policy of its own.
     *
     * @param request the request
     * @param policy what holds in place of the client's policy
     * @return the same builder
     * @throws IllegalArgumentException if the policy's chain has a header field that the JDK's client lets nobody set
     */
    public static HttpRequest.Builder with(HttpRequest.Builder request, RetryPolicy policy) {
        return noting(request, ChainNames.checked(Objects.requireNonNull(policy, "policy")));
    }

    /**
     * Declares a request's repeatability. A bound request takes it from its action's type.
     *
     * @param request the request
     * @param repeatability whether it may be sent again when its effect is unknown
     * @return the same builder
     */
    public static HttpRequest.Builder with(HttpRequest.Builder request, Repeatability repeatability) {
        return noting(request, Objects.requireNonNull(repeatability, "repeatability"));
    }

    /**
     * Sets the moment by which the call must be over, besides its policy's deadline; the earlier one rules.
     *
     * @param request the request
     * @param deadline the deadline
     * @return the same builder
     */
    public static HttpRequest.Builder with(HttpRequest.Builder request, Deadline deadline) {
        return noting(request, Objects.requireNonNull(deadline, "deadline"));
    }

    /**
     * Lets a request pass as if the client were not wrapped. One that is bound as well is refused.
     *
     * @param request the request
     * @return the same builder
     */
    public static HttpRequest.Builder leaveAlone(HttpRequest.Builder request) {
        return noting(request, Notes.LeftAlone.LEFT_ALONE);
    }

    private static HttpRequest.Builder noting(HttpRequest.Builder request, Object declaration) {
        Notes.declare(Objects.requireNonNull(request, "request"), declaration);
        return request;
    }

    /**
     * Declares that each subscription to a request body gets the same bytes, so that it can be sent a second time. Not needed for {@code
     * ofString}, {@code ofByteArray}, {@code ofFile} and {@code noBody}. A second write that differs all the same, or is shorter, is
     * broken off before its end.
     *
     * @param body the body
     * @return a body that counts as repeatable
     */
    public static HttpRequest.BodyPublisher replayable(HttpRequest.BodyPublisher body) {
        return new Bodies.DeclaredBody(Objects.requireNonNull(body, "body"));
    }

    /**
     * What the call that brought a response learned.
     *
     * @param response a response of a wrapped client
     * @return the outcome, or null if the call was left alone or the response comes from elsewhere
     */
    public static @Nullable Outcome outcome(HttpResponse<?> response) {
        LogicalCall call = response instanceof Answered<?> answered ? answered.call() : null;
        return call == null ? null : call.outcome();
    }

    /** Builds a wrapped client. Not safe for use by many threads. */
    public static final class Builder {

        private static final long LEAST_BUFFER = 64 * 1024;

        private final HttpClient client;
        private @Nullable LiveRetrier retrier;
        private boolean ownPolicy;
        private boolean answerInDoubt;
        private boolean deadlineCoversStreams;
        private boolean keepActionHeader;
        private long bufferLimit = DEFAULT_BUFFER_LIMIT;
        private long recordLimit;

        private Builder(HttpClient client) {
            if (client instanceof WrappedClient) {
                throw new IllegalArgumentException(
                        "the client is wrapped by Reprise already; set another policy per request with"
                                + " RetryHttpClient.with, or wrap the client that this one was made from");
            }
            this.client = Objects.requireNonNull(client, "client");
        }

        /**
         * Sets the policy, with live state of this client's own.
         *
         * @param settings the settings
         * @return this builder
         * @throws IllegalArgumentException if a retrier was set, or the policy's chain has a header field that the JDK's client lets
         *     nobody set
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
         * @throws IllegalArgumentException if it does not come from {@link Retrier#of}, a policy was set, or its policy's chain has a
         *     header field that the JDK's client lets nobody set
         */
        public Builder retrier(Retrier retrier) {
            return use(retrier, false);
        }

        private Builder use(Retrier retrier, boolean own) {
            if (!(Objects.requireNonNull(retrier, "retrier") instanceof LiveRetrier live)) {
                throw new IllegalArgumentException("retrier must come from Retrier.of");
            }
            ChainNames.checked(live.policy());
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
         * @param returned true to return it; {@link #outcome(HttpResponse)} then says that the effect is unknown
         * @return this builder
         */
        public Builder answerInDoubt(boolean returned) {
            answerInDoubt = returned;
            return this;
        }

        /**
         * Whether a deadline that was set also ends the reading of a body that is still read when the call has returned ({@code
         * ofInputStream}, {@code ofLines}, {@code ofPublisher}). Default: false; the deadline then ends when the response is handed
         * over. Whatever a handler reads before that is always inside the deadline, on every version of Java.
         *
         * @param covers true to let reads after the deadline fail
         * @return this builder
         */
        public Builder deadlineCoversStreams(boolean covers) {
            deadlineCoversStreams = covers;
            return this;
        }

        /**
         * Whether {@link #ACTION_HEADER} is sent, for the server's logs. Default: false.
         *
         * @param keep true to send it
         * @return this builder
         */
        public Builder keepActionHeader(boolean keep) {
            keepActionHeader = keep;
            return this;
        }

        /**
         * How many bytes of a bound call's request body, and of its response body, are held in memory. Larger request bodies are read
         * once more for their fingerprint; of larger responses the rest streams. Default: 1 MiB.
         *
         * @param bytes 64 KiB, since that much may be needed to settle the action, to 2 GiB - 1
         * @return this builder
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder bufferLimit(long bytes) {
            if (bytes < LEAST_BUFFER) {
                throw new IllegalArgumentException(
                        "bufferLimit must be at least " + LEAST_BUFFER + " bytes, but is " + bytes);
            }
            bufferLimit = inMemory("bufferLimit", bytes);
            return this;
        }

        /**
         * How large a request body may be that is copied into memory before it is sent, since it could not be written a second time
         * otherwise. A larger one is sent once. Default: 0, for none. It concerns unbound calls.
         *
         * @param bytes zero to 2 GiB - 1
         * @return this builder
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder recordBodies(long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("recordBodies must not be negative, but is " + bytes);
            }
            recordLimit = inMemory("recordBodies", bytes);
            return this;
        }

        private static long inMemory(String setting, long bytes) {
            if (bytes > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(setting + " must be at most " + Integer.MAX_VALUE
                        + " bytes, which is the most that an array holds, but is " + bytes);
            }
            return bytes;
        }

        /**
         * Wraps the client.
         *
         * @return a client that sends over the other one. Where {@code jdk.httpclient.enableAllMethodRetry} is set, as a system property or
         *     in {@code net.properties}, it refuses requests that are neither idempotent nor carry a key, since the JDK's client then may
         *     send them twice by itself
         * @throws IllegalStateException if neither a policy nor a retrier was set
         */
        public HttpClient build() {
            LiveRetrier chosen = retrier;
            if (chosen == null) {
                throw new IllegalStateException("a policy or a retrier must be set");
            }
            return new WrappedClient(
                    client,
                    new Settings(
                            chosen, answerInDoubt, deadlineCoversStreams, keepActionHeader, bufferLimit, recordLimit),
                    HiddenResends.areEnabled());
        }
    }
}
