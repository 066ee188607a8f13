package dev.reprise.internal;

import dev.reprise.action.Meaning;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Ending;
import dev.reprise.outcome.Evidence;
import dev.reprise.outcome.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Everything a {@link LogicalCall} must know of an attempt that ended.
 *
 * @param verdict what the attempt tells
 * @param evidence what was watched
 * @param meaning what the answer means for the business action
 * @param answer the answer to keep or to show, or null if none came or the call is unbound
 * @param failure what was thrown, or null if an answer came whole
 * @param connectionLost whether the failure was the loss of an established connection
 * @param askFirst whether the server would execute a second send anew, so that only a query may follow
 * @param noLongerKept whether the server says that it no longer keeps the result of this key
 * @param neutral whether it tells nothing of the service's health, as far as that is not to be seen from the rest
 * @param stop why the call must end whatever the verdict says, or null
 */
public record Judgement(
        Verdict verdict,
        Evidence evidence,
        Meaning meaning,
        @Nullable HttpAnswer answer,
        @Nullable Throwable failure,
        boolean connectionLost,
        boolean askFirst,
        boolean noLongerKept,
        boolean neutral,
        @Nullable Ending stop) {

    /** A success of an unbound call, of which nothing need be known. */
    public static final Judgement SUCCESS = of(Verdict.success(), Evidence.SENT, null);

    /** A success of an unbound call for which nothing was sent: a cache answered, or an interceptor. */
    public static final Judgement UNSENT = of(Verdict.success(), Evidence.NOTHING_SENT, null);

    /**
     * A judgement of an unbound call.
     *
     * @param verdict what the attempt tells
     * @param evidence what was watched
     * @param failure what was thrown, or null
     * @return the judgement
     */
    public static Judgement of(Verdict verdict, Evidence evidence, @Nullable Throwable failure) {
        return new Judgement(verdict, evidence, Meaning.NOTHING, null, failure, false, false, false, false, null);
    }

    /**
     * The same judgement of an attempt that ended the call.
     *
     * @param ending why
     * @return the judgement
     */
    public Judgement stopping(Ending ending) {
        return new Judgement(
                verdict, evidence, meaning, answer, failure, connectionLost, askFirst, noLongerKept, neutral, ending);
    }

    /** The same judgement of an attempt that tells nothing of the service's health. */
    Judgement asNeutral() {
        return new Judgement(
                verdict, evidence, meaning, answer, failure, connectionLost, askFirst, noLongerKept, true, stop);
    }

    /** Without the failure's message, which may hold a URL. */
    @Override
    public String toString() {
        return detail() + ": " + verdict + (meaning == Meaning.NOTHING ? "" : ", meaning " + meaning);
    }

    /** The status or the class name of the failure, for people. */
    String detail() {
        if (failure != null) {
            return failure.getClass().getName();
        }
        return answer == null ? verdict.kind().toString() : answer.toString();
    }
}
