package dev.reprise.httpclient;

import dev.reprise.Outcome;
import dev.reprise.internal.AnswerOutcomes;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Tells a call around one of ours what the response that its operation returned stands for. */
final class ResponseOutcomes implements AnswerOutcomes.Reader {

    @Override
    public @Nullable Outcome read(Object answer) {
        return answer instanceof HttpResponse<?> response ? RetryHttpClient.outcome(response) : null;
    }

    @Override
    public int status(Object answer) {
        return ((HttpResponse<?>) answer).statusCode();
    }

    @Override
    public void discard(Object answer) {
        if (((HttpResponse<?>) answer).body() instanceof AutoCloseable stream) {
            try {
                stream.close();
            } catch (Exception ignored) {
                // Nobody wants it.
            }
        }
    }
}
