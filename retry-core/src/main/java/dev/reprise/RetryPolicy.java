package dev.reprise;

import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.breaker.BreakerSettings;
import dev.reprise.budget.BudgetSettings;
import dev.reprise.chain.CallChain;
import dev.reprise.chain.DeadlineHeader;
import dev.reprise.event.RetryListener;
import dev.reprise.event.Slf4jListener;
import dev.reprise.http.HeaderNames;
import dev.reprise.http.HttpRules;
import dev.reprise.http.RequestView;
import dev.reprise.internal.Explainer;
import dev.reprise.internal.FieldNames;
import dev.reprise.internal.HttpRequests;
import dev.reprise.outcome.Repeatability;
import dev.reprise.time.RandomSource;
import dev.reprise.time.Sleeper;
import dev.reprise.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of retrying: an immutable value that can be shared by any number of clients and threads. Live state belongs to
 * a {@link Retrier}.
 */
public final class RetryPolicy {

    /** Four attempts: with the default backoff they pause at most 1.4 s, so a person still waits for the result. */
    public static final int DEFAULT_MAX_ATTEMPTS = 4;

    /** 30 s for a logical call: longer than that nobody waits, and the work would be for nothing. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(30);

    /** 50 ms: an attempt with less time than this is load without a chance. */
    public static final Duration DEFAULT_MINIMUM_USEFUL_ATTEMPT = Duration.ofMillis(50);

    /** 60 s: whoever is asked to wait longer is better told now than kept waiting. */
    public static final Duration DEFAULT_RETRY_AFTER_CEILING = Duration.ofSeconds(60);

    /** Up to 10 % on top of what a server asks for, so that the clients it told the same do not return together. */
    public static final double DEFAULT_RETRY_AFTER_JITTER = 0.1;

    /** Ten polls of a running request, or status queries, per logical call: asking must end even if the server never does. */
    public static final int DEFAULT_MAX_POLLS = 10;

    /** 10 s for one attempt of a bound call, over a transport that has no limit of its own. */
    public static final Duration DEFAULT_BOUND_ATTEMPT_TIMEOUT = Duration.ofSeconds(10);

    private final String name;
    private final int maxAttempts;
    private final Duration deadline;
    private final boolean deadlineSet;
    private final @Nullable Duration attemptTimeout;
    private final Duration minimumUsefulAttempt;
    private final Duration retryAfterCeiling;
    private final double retryAfterJitter;
    private final int maxPolls;
    private final Backoff backoff;
    private final BudgetSettings budget;
    private final @Nullable BreakerSettings breaker;
    private final boolean strictOnce;
    private final boolean markRetries;
    private final boolean nestedGuard;
    private final @Nullable String keyHeader;
    private final @Nullable CallChain chain;
    private final @Nullable Function<RequestView, @Nullable Repeatability> repeatability;
    private final @Nullable Function<RequestView, String> scope;
    private final HttpRules httpRules;
    private final FaultClassifier faults;
    private final List<RetryListener> listeners;
    private final Ticker ticker;
    private final Clock clock;
    private final Sleeper sleeper;
    private final RandomSource random;
    private final @Nullable ScheduledExecutorService scheduler;
    private final @Nullable ContextCapture contextCapture;

    private RetryPolicy(Builder builder) {
        name = builder.name;
        maxAttempts = builder.maxAttempts;
        deadline = builder.deadline == null ? DEFAULT_DEADLINE : builder.deadline;
        deadlineSet = builder.deadline != null;
        attemptTimeout = builder.attemptTimeout;
        minimumUsefulAttempt = builder.usefulAttempt();
        retryAfterCeiling = builder.retryAfterCeiling;
        retryAfterJitter = builder.retryAfterJitter;
        maxPolls = builder.maxPolls;
        backoff = builder.backoff;
        budget = builder.budget;
        breaker = builder.breaker;
        strictOnce = builder.strictOnce;
        markRetries = builder.markRetries;
        nestedGuard = builder.nestedGuard;
        keyHeader = builder.keyHeader;
        chain = builder.chain;
        repeatability = builder.repeatability;
        scope = builder.scope;
        httpRules = builder.httpRules;
        faults = builder.faults;
        List<RetryListener> all = new ArrayList<>(builder.listeners);
        if (builder.logging) {
            all.add(Slf4jListener.INSTANCE);
        }
        listeners = Collections.unmodifiableList(all);
        ticker = builder.ticker;
        clock = builder.clock;
        sleeper = builder.sleeper;
        random = builder.random;
        scheduler = builder.scheduler;
        contextCapture = builder.contextCapture;
    }

    /** The same settings where nobody listens, time stands still, and every pause is as long as chance could make it. */
    private RetryPolicy(RetryPolicy from) {
        name = from.name;
        maxAttempts = from.maxAttempts;
        deadline = from.deadline;
        deadlineSet = from.deadlineSet;
        attemptTimeout = from.attemptTimeout;
        minimumUsefulAttempt = from.minimumUsefulAttempt;
        retryAfterCeiling = from.retryAfterCeiling;
        retryAfterJitter = from.retryAfterJitter;
        maxPolls = from.maxPolls;
        backoff = from.backoff;
        budget = from.budget;
        breaker = from.breaker;
        strictOnce = from.strictOnce;
        markRetries = from.markRetries;
        nestedGuard = from.nestedGuard;
        keyHeader = from.keyHeader;
        chain = from.chain;
        repeatability = from.repeatability;
        scope = from.scope;
        httpRules = from.httpRules;
        faults = from.faults;
        listeners = Collections.emptyList();
        ticker = () -> 0;
        clock = from.clock;
        sleeper = from.sleeper;
        random = () -> 1;
        scheduler = null;
        contextCapture = null;
    }

    /**
     * A builder that starts from the defaults.
     *
     * @param name names the policy in logs, events and messages; not blank
     * @return a new builder
     * @throws IllegalArgumentException if the name is blank
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * A policy with every default.
     *
     * @param name names the policy in logs, events and messages; not blank
     * @return the policy
     */
    public static RetryPolicy ofDefaults(String name) {
        return builder(name).build();
    }

    /**
     * The policy's name.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * How many attempts a call may make, the first included.
     *
     * @return 1 or more
     */
    public int maxAttempts() {
        return maxAttempts;
    }

    /**
     * The time limit of a logical call.
     *
     * @return more than zero
     */
    public Duration deadline() {
        return deadline;
    }

    /**
     * Whether the deadline was set by the user. One that was also cuts a running attempt; the default one only forbids further
     * attempts.
     *
     * @return true if {@link Builder#deadline(Duration)} was called
     */
    public boolean deadlineCutsAttempts() {
        return deadlineSet;
    }

    /**
     * The time limit of one attempt.
     *
     * @return more than zero, or null if only the transport's own timeouts hold
     */
    public @Nullable Duration attemptTimeout() {
        return attemptTimeout;
    }

    /**
     * The least time a further attempt must have to be begun.
     *
     * @return zero or more
     */
    public Duration minimumUsefulAttempt() {
        return minimumUsefulAttempt;
    }

    /**
     * The longest wait that a server may ask for.
     *
     * @return zero or more
     */
    public Duration retryAfterCeiling() {
        return retryAfterCeiling;
    }

    /**
     * How much is added at most to the wait that a server asks for, as a part of it.
     *
     * @return 0 to 1
     */
    public double retryAfterJitter() {
        return retryAfterJitter;
    }

    /**
     * How often a call may poll a request that is still running, and how often it may ask a status query.
     *
     * @return zero or more
     */
    public int maxPolls() {
        return maxPolls;
    }

    /**
     * The pauses between attempts.
     *
     * @return the backoff
     */
    public Backoff backoff() {
        return backoff;
    }

    /**
     * How many retries the calls of a scope may make together.
     *
     * @return the budget's settings
     */
    public BudgetSettings budget() {
        return budget;
    }

    /**
     * When the calls of a scope are refused without being sent.
     *
     * @return the circuit breaker's settings, or null if there is none
     */
    public @Nullable BreakerSettings breaker() {
        return breaker;
    }

    /**
     * Whether a request that is sent once is never sent again, not even on proof that it was not applied.
     *
     * @return true in strict mode
     */
    public boolean strictOnce() {
        return strictOnce;
    }

    /**
     * Whether sends from the second on carry {@link HeaderNames#X_RETRY_ATTEMPT}.
     *
     * @return true unless switched off
     */
    public boolean markRetries() {
        return markRetries;
    }

    /**
     * Whether a call makes a single attempt where a call around it does the retrying.
     *
     * @return true unless switched off
     */
    public boolean nestedGuard() {
        return nestedGuard;
    }

    /**
     * The header field whose presence makes an unbound request keyed.
     *
     * @return a field name, or null if none was declared
     */
    public @Nullable String keyHeader() {
        return keyHeader;
    }

    /**
     * The header fields that every attempt carries for the service that it goes to.
     *
     * @return the fields, or null if none are sent
     */
    public @Nullable CallChain chain() {
        return chain;
    }

    /**
     * The function that raises or lowers the repeatability of requests.
     *
     * @return the function, or null if the method alone decides
     */
    public @Nullable Function<RequestView, @Nullable Repeatability> repeatability() {
        return repeatability;
    }

    /**
     * The function from request to scope.
     *
     * @return the function, or null for scheme, host and port
     */
    public @Nullable Function<RequestView, String> scope() {
        return scope;
    }

    /**
     * The evidence table of HTTP.
     *
     * @return the rules
     */
    public HttpRules httpRules() {
        return httpRules;
    }

    /**
     * What failures of calls outside HTTP mean.
     *
     * @return the classifier
     */
    public FaultClassifier faults() {
        return faults;
    }

    /**
     * Who hears of events, logging included.
     *
     * @return an unmodifiable list
     */
    public List<RetryListener> listeners() {
        return listeners;
    }

    /**
     * The monotonic clock.
     *
     * @return the ticker
     */
    public Ticker ticker() {
        return ticker;
    }

    /**
     * The wall clock, read for the date form of Retry-After alone.
     *
     * @return the clock
     */
    public Clock clock() {
        return clock;
    }

    /**
     * How blocking calls pause.
     *
     * @return the sleeper
     */
    public Sleeper sleeper() {
        return sleeper;
    }

    /**
     * Where jitter comes from.
     *
     * @return the source
     */
    public RandomSource random() {
        return random;
    }

    /**
     * What asynchronous calls wait with.
     *
     * @return the user's scheduler, or null for the library's own threads
     */
    public @Nullable ScheduledExecutorService scheduler() {
        return scheduler;
    }

    /**
     * What carries the application's context through asynchronous calls.
     *
     * @return the hook, or null if nothing is carried
     */
    public @Nullable ContextCapture contextCapture() {
        return contextCapture;
    }

    /**
     * Says what would follow the first attempt of an HTTP request, and why, without sending anything. It makes the decision that
     * a call would make, with every rule and function of this policy; only budget, breaker and calls around it are left out,
     * since they are no part of the policy.
     *
     * <pre>{@code
     * RequestView request = RequestView.of("POST", URI.create("https://api.example.com/pay"), Map.of());
     * System.out.println(policy.explain(request, Fault.thrown(new SocketTimeoutException(), Evidence.SENT)));
     * // SocketTimeoutException may pass, and the server may have applied the request. Nothing would recognise a
     * // second send. The call ends (UNKNOWN_OUTCOME): ...; the caller gets UnknownOutcomeException.
     * }</pre>
     *
     * @param request the request
     * @param fault what would become of the attempt
     * @return the explanation
     */
    public Explanation explain(RequestView request, Fault fault) {
        Repeatability of = HttpRequests.repeatability(this, request, null);
        return Explainer.unbound(new RetryPolicy(this), request.method(), of, fault);
    }

    /**
     * Like {@link #explain(RequestView, Fault)}, for any request of a repeatability. Without a business action nothing can be
     * queried, so a VERIFIABLE one is treated like one that is sent once.
     *
     * @param of the request's repeatability
     * @param fault what would become of the attempt
     * @return the explanation
     */
    public Explanation explain(Repeatability of, Fault fault) {
        return Explainer.unbound(new RetryPolicy(this), null, Objects.requireNonNull(of, "repeatability"), fault);
    }

    /**
     * Like {@link #explain(RequestView, Fault)}, for a POST that is the first send of an action of the same type: its profile,
     * settlement and status query count, its state does not. The action and its store are not touched, and nothing is asked.
     *
     * @param action any action of the type
     * @param fault what would become of the attempt
     * @return the explanation
     */
    public Explanation explain(BusinessAction action, Fault fault) {
        return Explainer.bound(new RetryPolicy(this), action, fault);
    }

    @Override
    public String toString() {
        return "RetryPolicy " + name + ": " + maxAttempts + " attempts within " + deadline
                + (attemptTimeout == null ? "" : ", each within " + attemptTimeout) + ", backoff " + backoff;
    }

    /** Builds a {@link RetryPolicy}. Every setting is checked at once, also against the others. Not safe for use by many threads. */
    public static final class Builder {
        private final String name;
        private int maxAttempts = DEFAULT_MAX_ATTEMPTS;
        private @Nullable Duration deadline;
        private @Nullable Duration attemptTimeout;
        private @Nullable Duration minimumUsefulAttempt;
        private Duration retryAfterCeiling = DEFAULT_RETRY_AFTER_CEILING;
        private double retryAfterJitter = DEFAULT_RETRY_AFTER_JITTER;
        private int maxPolls = DEFAULT_MAX_POLLS;
        private Backoff backoff = Backoff.DEFAULT;
        private BudgetSettings budget = BudgetSettings.DEFAULT;
        private @Nullable BreakerSettings breaker;
        private boolean strictOnce;
        private boolean markRetries = true;
        private boolean nestedGuard = true;
        private @Nullable String keyHeader;
        private @Nullable CallChain chain;
        private @Nullable Function<RequestView, @Nullable Repeatability> repeatability;
        private @Nullable Function<RequestView, String> scope;
        private HttpRules httpRules = HttpRules.DEFAULT;
        private FaultClassifier faults = DefaultFaults.INSTANCE;
        private final List<RetryListener> listeners = new ArrayList<>();
        private boolean logging = true;
        private Ticker ticker = Ticker.system();
        private Clock clock = Clock.systemUTC();
        private Sleeper sleeper = Sleeper.system();
        private RandomSource random = RandomSource.system();
        private @Nullable ScheduledExecutorService scheduler;
        private @Nullable ContextCapture contextCapture;

        private Builder(String name) {
            if (Objects.requireNonNull(name, "name").trim().isEmpty()) {
                throw new IllegalArgumentException("name must not be blank");
            }
            this.name = name;
        }

        /**
         * How many attempts a call may make, the first included. Default: {@value RetryPolicy#DEFAULT_MAX_ATTEMPTS}.
         *
         * @param attempts 1 or more; 1 switches retrying off
         * @return this builder
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxAttempts(int attempts) {
            if (attempts < 1) {
                throw new IllegalArgumentException("maxAttempts must be 1 or more, but is " + attempts);
            }
            maxAttempts = attempts;
            return this;
        }

        /**
         * The time limit of a logical call, pauses included. Default: 30 s, which only forbids further attempts; one that is set
         * here also cuts a running attempt.
         *
         * @param limit more than zero
         * @return this builder
         * @throws IllegalArgumentException if it is zero or less, or not longer than a minimum useful attempt that was set
         */
        public Builder deadline(Duration limit) {
            deadline = positive("deadline", limit);
            checkUsefulAttempt();
            return this;
        }

        /**
         * The time limit of one attempt. Default: the transport's own timeouts; for bound calls over a transport without one,
         * 10 s. A limit above the deadline is cut to what is left of it.
         *
         * @param limit more than zero
         * @return this builder
         * @throws IllegalArgumentException if it is zero or less, or shorter than a minimum useful attempt that was set
         */
        public Builder attemptTimeout(Duration limit) {
            attemptTimeout = positive("attemptTimeout", limit);
            checkUsefulAttempt();
            return this;
        }

        /**
         * The least time a further attempt must have to be begun. Default: 50 ms, or the attempt timeout if that is shorter. A call
         * that has less than that as a whole may make its attempts with half of what it has.
         *
         * @param time zero or more
         * @return this builder
         * @throws IllegalArgumentException if it is negative, longer than the attempt timeout, or not shorter than the deadline
         */
        public Builder minimumUsefulAttempt(Duration time) {
            minimumUsefulAttempt = notNegative("minimumUsefulAttempt", time);
            checkUsefulAttempt();
            return this;
        }

        private void checkUsefulAttempt() {
            Duration useful = minimumUsefulAttempt;
            if (useful == null) {
                return;
            }
            if (attemptTimeout != null && useful.compareTo(attemptTimeout) > 0) {
                throw new IllegalArgumentException("minimumUsefulAttempt (" + useful
                        + ") must not be longer than attemptTimeout (" + attemptTimeout + ")");
            }
            if (deadline != null && useful.compareTo(deadline) >= 0) {
                throw new IllegalArgumentException(
                        "minimumUsefulAttempt (" + useful + ") must be shorter than deadline (" + deadline + ")");
            }
        }

        /** Unless it was set, it gives way to a shorter attempt timeout. */
        private Duration usefulAttempt() {
            if (minimumUsefulAttempt != null) {
                return minimumUsefulAttempt;
            }
            return attemptTimeout != null && attemptTimeout.compareTo(DEFAULT_MINIMUM_USEFUL_ATTEMPT) < 0
                    ? attemptTimeout
                    : DEFAULT_MINIMUM_USEFUL_ATTEMPT;
        }

        /**
         * The longest wait that a server may ask for, compared before any jitter; a longer wish ends the call. Default: 60 s.
         *
         * @param ceiling zero or more
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder retryAfterCeiling(Duration ceiling) {
            retryAfterCeiling = notNegative("retryAfterCeiling", ceiling);
            return this;
        }

        /**
         * How much is added at most to the wait that a server asks for, as a part of it. It is never subtracted and never leads
         * above the ceiling. Default: 0.1.
         *
         * @param ratio 0 (none) to 1
         * @return this builder
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder retryAfterJitter(double ratio) {
            if (!(ratio >= 0 && ratio <= 1)) {
                throw new IllegalArgumentException("retryAfterJitter must be 0 to 1, but is " + ratio);
            }
            retryAfterJitter = ratio;
            return this;
        }

        /**
         * How often a call may poll a request that is still running, and how often it may ask a status query. Default: {@value
         * RetryPolicy#DEFAULT_MAX_POLLS}.
         *
         * <p>Where the deadline allows it, the last of several questions is put when the settle time of the query is over, so that a
         * "not applied" can be believed. Each question takes a token of the {@link #budget(BudgetSettings) budget} for what resolves
         * doubt: with the defaults one call that asks ten times takes its whole floor, so set this lower or the floor higher if many
         * calls of a scope may be in doubt at once.
         *
         * @param polls zero or more
         * @return this builder
         * @throws IllegalArgumentException if it is negative
         */
        public Builder maxPolls(int polls) {
            if (polls < 0) {
                throw new IllegalArgumentException("maxPolls must not be negative, but is " + polls);
            }
            maxPolls = polls;
            return this;
        }

        /**
         * The pauses between attempts. Default: {@link Backoff#DEFAULT}.
         *
         * @param pauses the backoff
         * @return this builder
         */
        public Builder backoff(Backoff pauses) {
            backoff = Objects.requireNonNull(pauses, "backoff");
            return this;
        }

        /**
         * How many retries the calls of a scope may make together; resends and queries that resolve doubt draw on a second budget
         * of the same size. Default: {@link BudgetSettings#DEFAULT}, 10 % of the calls of the last 10 s plus a floor of 10
         * retries.
         *
         * @param settings the budget's settings
         * @return this builder
         */
        public Builder budget(BudgetSettings settings) {
            budget = Objects.requireNonNull(settings, "budget");
            return this;
        }

        /**
         * Refuses the calls of a scope without sending them while it fails. Default: no circuit breaker.
         *
         * @param settings the breaker's settings, for example {@link BreakerSettings#DEFAULT}
         * @return this builder
         */
        public Builder breaker(BreakerSettings settings) {
            breaker = Objects.requireNonNull(settings, "breaker");
            return this;
        }

        /**
         * Strict mode: a request of repeatability ONCE is never sent again, not even on proof that it was not applied, since
         * proxies and meshes can forward what a client believes unsent. Default: off.
         *
         * @param strict true to switch it on
         * @return this builder
         */
        public Builder strictOnce(boolean strict) {
            strictOnce = strict;
            return this;
        }

        /**
         * Whether sends from the second on carry {@value HeaderNames#X_RETRY_ATTEMPT} with their number. Default: true.
         *
         * @param mark false to send no mark
         * @return this builder
         */
        public Builder markRetries(boolean mark) {
            markRetries = mark;
            return this;
        }

        /**
         * Whether a call with this policy makes a single attempt inside a call that covers its scope, so that the layers do not
         * multiply. Switched off, it retries by itself there too: three attempts inside three are nine requests. A call inside a
         * call of the same business action is a part of that send in either case. Default: true.
         *
         * @param guard false to retry inside other calls as well
         * @return this builder
         */
        public Builder nestedGuard(boolean guard) {
            nestedGuard = guard;
            return this;
        }

        /**
         * Declares that the servers of this policy honour an idempotency key in this header field, so that an unbound request that
         * carries it is KEYED. A field that merely looks like a key proves nothing without this. Default: none.
         *
         * @param fieldName the header field's name
         * @return this builder
         * @throws IllegalArgumentException if the name is not a field name (RFC 9110 §5.1)
         */
        public Builder keyHeader(String fieldName) {
            keyHeader = FieldNames.checked("keyHeader", fieldName);
            checkChain();
            return this;
        }

        /**
         * Tells the service that is called what it may need to know of the call, in header fields of every attempt, the first
         * included. Default: nothing, since a service has to know the fields; set it on the policy of hosts that do.
         *
         * <p>The deadline's field holds how long somebody waits for that attempt: what is left of a deadline that also ends a running
         * attempt (one that was set here, bound to the thread or the request, or the transport's own call timeout), or the attempt
         * timeout if that is shorter. Where neither is there, the field is not sent: the default deadline only forbids further attempts,
         * and the answer to a running one is welcome after it. A request that carries the field already is bounded by it as by a deadline
         * of its own, and goes out with what is left of that.
         *
         * <p>The marker is on every attempt of a call that may be repeated, or that is a part of one that may. With {@link
         * #maxAttempts(int) maxAttempts(1)} it is not, nor on a request of repeatability {@link Repeatability#ONCE ONCE}, which is
         * not repeated after a doubt: who does not retry leaves that to the service that is called.
         *
         * @param fields the header fields
         * @return this builder
         * @throws IllegalArgumentException if one of them is the {@link #keyHeader(String) keyHeader} or {@value
         *     HeaderNames#X_RETRY_ATTEMPT}
         */
        public Builder chain(CallChain fields) {
            chain = Objects.requireNonNull(fields, "chain");
            checkChain();
            return this;
        }

        private void checkChain() {
            if (chain == null) {
                return;
            }
            DeadlineHeader time = chain.deadline();
            checkChain("deadline", time == null ? null : time.name());
            checkChain("marker", chain.marker());
        }

        private void checkChain(String part, @Nullable String field) {
            if (field != null
                    && (field.equalsIgnoreCase(keyHeader) || field.equalsIgnoreCase(HeaderNames.X_RETRY_ATTEMPT))) {
                throw new IllegalArgumentException(
                        "the chain's " + part + " must have a header field of its own, but has " + field
                                + (field.equalsIgnoreCase(keyHeader) ? ", which is keyHeader" : ""));
            }
        }

        /**
         * Raises or lowers the repeatability of single requests, since a method's idempotence is a specification and no guarantee.
         * Default: RFC 9110 §9.2.2 by method.
         *
         * @param function the repeatability of a request, or null to leave it to the defaults; must not block. If it throws,
         *     the request counts as ONCE
         * @return this builder
         */
        public Builder repeatability(Function<RequestView, @Nullable Repeatability> function) {
            repeatability = Objects.requireNonNull(function, "repeatability");
            return this;
        }

        /**
         * What live state is kept for. Default: scheme, host and port.
         *
         * @param function the scope's name for a request; must not block, and must not hold anything secret, since it shows in logs,
         *     events and snapshots
         * @return this builder
         */
        public Builder scope(Function<RequestView, String> function) {
            scope = Objects.requireNonNull(function, "scope");
            return this;
        }

        /**
         * The evidence table of HTTP. Default: {@link HttpRules#DEFAULT}.
         *
         * @param rules the rules
         * @return this builder
         */
        public Builder httpRules(HttpRules rules) {
            httpRules = Objects.requireNonNull(rules, "httpRules");
            return this;
        }

        /**
         * What failures of calls outside HTTP mean. Default: an {@code IOException} or a {@code TimeoutException} may pass, with
         * unknown effect; everything else is permanent, with unknown effect.
         *
         * @param classifier the classifier
         * @return this builder
         */
        public Builder faults(FaultClassifier classifier) {
            faults = Objects.requireNonNull(classifier, "faults");
            return this;
        }

        /**
         * Adds a listener.
         *
         * @param listener who hears of events
         * @return this builder
         */
        public Builder listener(RetryListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /**
         * Whether events are written to SLF4J. Default: true.
         *
         * @param log false to switch logging off
         * @return this builder
         */
        public Builder logging(boolean log) {
            logging = log;
            return this;
        }

        /**
         * The monotonic clock. Default: the system's. A seam for tests.
         *
         * @param source the ticker
         * @return this builder
         */
        public Builder ticker(Ticker source) {
            ticker = Objects.requireNonNull(source, "ticker");
            return this;
        }

        /**
         * The wall clock. Default: the system's. A seam for tests.
         *
         * @param source the clock
         * @return this builder
         */
        public Builder clock(Clock source) {
            clock = Objects.requireNonNull(source, "clock");
            return this;
        }

        /**
         * How blocking calls pause. Default: the system's sleep. A seam for tests.
         *
         * @param source the sleeper
         * @return this builder
         */
        public Builder sleeper(Sleeper source) {
            sleeper = Objects.requireNonNull(source, "sleeper");
            return this;
        }

        /**
         * Where jitter comes from. Default: the calling thread's own generator. A seam for tests and simulations.
         *
         * @param source the source
         * @return this builder
         */
        public Builder random(RandomSource source) {
            random = Objects.requireNonNull(source, "random");
            return this;
        }

        /**
         * What asynchronous calls wait with, and what runs them after a pause, a time limit, a store or a query. It is never shut down. A
         * {@link java.util.concurrent.ScheduledThreadPoolExecutor} should be set to remove what is cancelled. If it refuses a pause, the
         * call ends with what it has. Default: daemon threads of the library's own, one timer for all calls, which end when they are
         * idle.
         *
         * @param executor the scheduler
         * @return this builder
         */
        public Builder scheduler(ScheduledExecutorService executor) {
            scheduler = Objects.requireNonNull(executor, "scheduler");
            return this;
        }

        /**
         * What carries the application's context through asynchronous calls. Default: nothing, so that attempts, listeners and log lines
         * see what their thread happens to have.
         *
         * @param hook the hook
         * @return this builder
         */
        public Builder contextCapture(ContextCapture hook) {
            contextCapture = Objects.requireNonNull(hook, "contextCapture");
            return this;
        }

        /**
         * Builds the policy.
         *
         * @return an immutable policy
         * @throws IllegalArgumentException if the breaker's probe limit was changed and is shorter than the attempt timeout, or than the
         *     deadline that cuts it
         */
        public RetryPolicy build() {
            checkProbeLimit();
            return new RetryPolicy(this);
        }

        /** Only here, since a deadline that is set last may cut the attempt. */
        private void checkProbeLimit() {
            if (breaker == null || attemptTimeout == null) {
                return;
            }
            Duration probe = breaker.probeLimit();
            boolean given = !probe.equals(BreakerSettings.DEFAULT_PROBE_LIMIT);
            boolean cut = deadline != null && probe.compareTo(deadline) >= 0;
            if (given && !cut && probe.compareTo(attemptTimeout) < 0) {
                throw new IllegalArgumentException("the breaker's probeLimit (" + probe
                        + ") must not be shorter than attemptTimeout (" + attemptTimeout
                        + "), or a slow service is never found healthy");
            }
        }

        private static Duration positive(String setting, Duration value) {
            Objects.requireNonNull(value, setting);
            if (value.isZero() || value.isNegative()) {
                throw new IllegalArgumentException(setting + " must be more than zero, but is " + value);
            }
            return value;
        }

        private static Duration notNegative(String setting, Duration value) {
            Objects.requireNonNull(value, setting);
            if (value.isNegative()) {
                throw new IllegalArgumentException(setting + " must not be negative, but is " + value);
            }
            return value;
        }
    }
}
