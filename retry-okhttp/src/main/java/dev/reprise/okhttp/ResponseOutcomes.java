package dev.reprise.okhttp;

import dev.reprise.Outcome;
import dev.reprise.internal.AnswerOutcomes;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Tells a call around one of ours what the response that its operation returned stands for. */
final class ResponseOutcomes implements AnswerOutcomes.Reader {

    @Override
    public @Nullable Outcome read(Object answer) {
        return answer instanceof Response response ? RetryOkHttp.outcome(response) : null;
    }

    @Override
    public int status(Object answer) {
        return ((Response) answer).code();
    }

    @Override
    public void discard(Object answer) {
        Answers.closeQuietly((Response) answer);
    }
}
