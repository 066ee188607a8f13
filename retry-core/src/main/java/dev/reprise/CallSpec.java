package dev.reprise;

import dev.reprise.action.BusinessAction;
import dev.reprise.outcome.Repeatability;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Retrier} must be told of a call outside HTTP, where nothing can be read off a request. Immutable; every
 * method returns a new one.
 *
 * @param <T> the operation's result
 */
public final class CallSpec<T extends @Nullable Object> {

    private final Repeatability repeatability;
    private final @Nullable BusinessAction action;
    private final @Nullable String payload;
    private final String scope;
    private final @Nullable FaultClassifier faults;
    private final @Nullable ResultClassifier<? super T> results;

    private CallSpec(
            Repeatability repeatability,
            @Nullable BusinessAction action,
            @Nullable String payload,
            String scope,
            @Nullable FaultClassifier faults,
            @Nullable ResultClassifier<? super T> results) {
        this.repeatability = repeatability;
        this.action = action;
        this.payload = payload;
        this.scope = scope;
        this.faults = faults;
        this.results = results;
    }

    /**
     * A call without a business action.
     *
     * @param repeatability whether the operation may be repeated when its effect is unknown; there is no default to forget
     * @param <T> the operation's result
     * @return the spec
     */
    public static <T extends @Nullable Object> CallSpec<T> of(Repeatability repeatability) {
        return new CallSpec<>(Objects.requireNonNull(repeatability, "repeatability"), null, null, "", null, null);
    }

    /**
     * A call that is a send of a business action. Its repeatability is the action type's: keyed if the type has a profile,
     * verifiable if it has a status query only, else once.
     *
     * @param action the action
     * @param payload what is sent, in a form that is equal for equal payloads; a second send with another payload is refused
     * @param <T> the operation's result
     * @return the spec
     */
    public static <T extends @Nullable Object> CallSpec<T> of(BusinessAction action, String payload) {
        return new CallSpec<>(
                Repeatability.ONCE,
                Objects.requireNonNull(action, "action"),
                Objects.requireNonNull(payload, "payload"),
                "",
                null,
                null);
    }

    /**
     * Names the resource that the call goes to, for nested calls and live state. Default: none.
     *
     * @param name for example {@code orders-db}
     * @return the new spec
     */
    public CallSpec<T> scope(String name) {
        return new CallSpec<>(repeatability, action, payload, Objects.requireNonNull(name, "scope"), faults, results);
    }

    /**
     * Replaces the policy's fault classifier for this call.
     *
     * @param classifier what failures mean here
     * @return the new spec
     */
    public CallSpec<T> faults(FaultClassifier classifier) {
        return new CallSpec<>(
                repeatability, action, payload, scope, Objects.requireNonNull(classifier, "faults"), results);
    }

    /**
     * Judges results, for operations that report failures as values. Default: every result is a success, except
     * for the response of a wrapped client, of which it is known what it told and whether a call inside left the retry to this one.
     *
     * @param classifier what results mean here
     * @return the new spec
     */
    public CallSpec<T> results(ResultClassifier<? super T> classifier) {
        return new CallSpec<>(
                repeatability, action, payload, scope, faults, Objects.requireNonNull(classifier, "results"));
    }

    /**
     * Whether the call may be repeated when its effect is unknown, as stated; a bound call follows its action type instead.
     *
     * @return the stated repeatability
     */
    public Repeatability repeatability() {
        return repeatability;
    }

    /**
     * The business action.
     *
     * @return the action, or null for an unbound call
     */
    public @Nullable BusinessAction action() {
        return action;
    }

    /**
     * The payload of a bound call.
     *
     * @return the text, or null for an unbound call
     */
    public @Nullable String payload() {
        return payload;
    }

    /**
     * The resource that the call goes to.
     *
     * @return a name, empty if none was given
     */
    public String scope() {
        return scope;
    }

    /**
     * The fault classifier of this call.
     *
     * @return the classifier, or null for the policy's
     */
    public @Nullable FaultClassifier faults() {
        return faults;
    }

    /**
     * The result classifier of this call.
     *
     * @return the classifier, or null if every result is a success
     */
    public @Nullable ResultClassifier<? super T> results() {
        return results;
    }
}
