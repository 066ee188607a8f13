package dev.reprise.internal;

import dev.reprise.AttemptSummary;
import dev.reprise.Outcome;
import dev.reprise.outcome.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The attempts of one logical call: their number, how the next one is sent, what the last one told, and what those before it did. */
public final class Attempts {

    private int number;
    private int sends;
    private int sendsBefore;
    private boolean resend;
    private boolean retry;
    private boolean freshConnection;
    private @Nullable Judgement last;
    private @Nullable List<AttemptSummary> earlier;

    Attempts() {}

    /** The number of the current attempt, from 1; 0 before the first. */
    public int number() {
        return number;
    }

    /** The number of the current send among all sends of the action, or of the call if it is unbound. */
    public int sendNumber() {
        return sendsBefore + sends;
    }

    /** Whether the current attempt must not use a pooled connection. */
    public boolean freshConnection() {
        return freshConnection;
    }

    /** What the last attempt told, or null if none was made. */
    public @Nullable Judgement last() {
        return last;
    }

    /** How many sends of this call have left. */
    int sends() {
        return sends;
    }

    /** Whether the attempt to come is the one that is free of charge. */
    boolean resendsFree() {
        return resend;
    }

    /** Whether the attempt to come is one that was paused for. */
    boolean retries() {
        return retry;
    }

    /** The attempts that were followed by a retry, oldest first. */
    List<AttemptSummary> earlier() {
        return earlier == null ? Collections.emptyList() : earlier;
    }

    /** How many sends of the action may have left before this call. */
    void sentBefore(int count) {
        sendsBefore = count;
    }

    /** The next attempt is the one that is free of charge. */
    void resendFree() {
        resend = true;
        freshConnection = true;
    }

    /** A retry will follow. */
    void retryScheduled(Verdict verdict) {
        freshConnection = verdict.freshConnectionNeeded();
        remember();
    }

    /** The pause before a retry is over. */
    void retryDue() {
        retry = true;
    }

    void begin() {
        if (!resend) {
            number++;
        }
        sends++;
        resend = false;
        retry = false;
    }

    void ended(Judgement judgement) {
        last = judgement;
    }

    private void remember() {
        if (earlier == null) {
            earlier = new ArrayList<>(4);
        }
        if (last != null && earlier.size() < Outcome.HISTORY_LIMIT) {
            earlier.add(new AttemptSummary(number, last.detail(), last.verdict().effect()));
        }
    }
}
