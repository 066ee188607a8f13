package dev.reprise.internal;

import dev.reprise.Explanation;
import dev.reprise.Explanation.Next;
import dev.reprise.Fault;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionRecord;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.http.HttpAnswer;
import dev.reprise.internal.action.ActionContext;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.ActionType;
import dev.reprise.internal.action.Payload;
import dev.reprise.internal.action.StoredAction;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Repeatability;
import java.time.Duration;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Explains a decision by making it: a call is driven through its first attempt, with a fault in place of a transport. */
public final class Explainer {

    private static final String METHOD = "POST";

    private final RetryPolicy policy;
    private final LogicalCall call;
    private final Fault fault;

    private Explainer(RetryPolicy policy, CallFacts facts, Fault fault) {
        this.policy = policy;
        this.call = new LogicalCall(policy, facts);
        this.fault = fault;
    }

    /**
     * Explains what follows a fault of an unbound call.
     *
     * @param policy settings without listeners, whose time stands still and whose chance gives the longest pause
     * @param method the HTTP method, or null if it does not matter
     * @param repeatability the repeatability
     * @param fault what becomes of the attempt
     * @return the explanation
     */
    public static Explanation unbound(
            RetryPolicy policy, @Nullable String method, Repeatability repeatability, Fault fault) {
        return new Explainer(policy, facts(method, repeatability, null), fault).explain();
    }

    /**
     * Explains what follows a fault of the first send of an action of the same type. Nothing is written.
     *
     * @param policy settings without listeners, whose time stands still and whose chance gives the longest pause
     * @param action an action of the type
     * @param fault what becomes of the attempt
     * @return the explanation
     */
    public static Explanation bound(RetryPolicy policy, BusinessAction action, Fault fault) {
        ActionType type = StoredAction.of(action).declared();
        ActionSend send = ActionSend.of(stranger(policy, type), Payload.text(""));
        return new Explainer(policy, facts(METHOD, send.repeatability(), send), fault).explain();
    }

    /** An action of the same type that nobody else knows. */
    private static BusinessAction stranger(RetryPolicy policy, ActionType type) {
        InMemoryActionStore store = new InMemoryActionStore();
        ActionRecord record = store.findOrCreate(ActionRecord.builder(
                        "explained",
                        "explained",
                        type.name(),
                        "explained",
                        type.newKey(),
                        policy.clock().instant())
                .build());
        ActionContext context = new ActionContext(
                store,
                "explained",
                Collections.singletonMap(type.name(), type),
                policy.clock(),
                policy.ticker(),
                "explained",
                conflict -> {});
        return new StoredAction(context, type, record);
    }

    private static CallFacts facts(@Nullable String method, Repeatability repeatability, @Nullable ActionSend send) {
        return new CallFacts(repeatability, "", method, true, false, Long.MAX_VALUE, false, send);
    }

    private Explanation explain() {
        Step step = call.start();
        if (step == Step.TURN) {
            step = call.turnTaken(call.turn().join());
        }
        if (step == Step.RECORD) {
            step = call.recorded(call.recording().run());
        }
        if (step == Step.ATTEMPT) {
            call.begin();
            step = call.ended(judgement());
        }
        return switch (step) {
            case ATTEMPT -> explanation(Next.RETRY, Duration.ZERO, null);
            case QUERY -> explanation(Next.QUERY, Duration.ZERO, null);
            case PAUSE ->
                explanation(call.queriesNext() ? Next.QUERY : Next.RETRY, Duration.ofNanos(call.pauseNanos()), null);
            case TURN, RECORD, FINISH -> finished(step);
        };
    }

    private Judgement judgement() {
        HttpAnswer answer = fault.answer();
        Throwable failure = fault.failure();
        if (answer != null) {
            return HttpJudge.answered(call, answer, fault.evidence(), false);
        }
        return HttpJudge.failed(
                call,
                failure == null ? new IllegalStateException("no answer and no failure") : failure,
                fault.evidence());
    }

    private Explanation finished(Step step) {
        if (step == Step.RECORD) {
            call.recorded(call.recording().run());
        }
        return explanation(Next.FINISH, null, call.outcome().ending());
    }

    private Explanation explanation(Next next, @Nullable Duration longestPause, @Nullable Ending ending) {
        Judgement last = call.attempts().last();
        if (last == null) {
            throw new IllegalStateException("an imagined call ended before its first attempt: " + call.outcome());
        }
        String text = new ExplanationText(policy, call, fault, last).of(next, longestPause, ending);
        return new Explanation(last.verdict(), call.repeatability(), next, longestPause, ending, text);
    }
}
