package dev.reprise.okhttp;

import dev.reprise.http.HttpAnswer;
import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.Source;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose body was read into memory, or the beginning of one that is longer than that.
 *
 * @param response the answer for the caller
 * @param answer its head and the beginning of its body, for decisions
 * @param whole whether all of the body was read, so that nothing holds a connection
 * @param failure how the body broke, or null
 */
record BufferedAnswer(Response response, HttpAnswer answer, boolean whole, @Nullable IOException failure) {

    private static final long CHUNK = 8192;

    static BufferedAnswer read(Response response, long limit) {
        HttpAnswer head = Answers.head(response);
        ResponseBody body = response.body();
        if (body == null) {
            return new BufferedAnswer(response, head, true, null);
        }
        MediaType type = body.contentType();
        long length = body.contentLength();
        BufferedSource source = body.source();
        Buffer kept = new Buffer();
        boolean whole = false;
        IOException failure = null;
        try {
            while (!whole && kept.size() <= limit) {
                whole = source.read(kept, CHUNK) == -1;
            }
        } catch (IOException broken) {
            failure = broken;
        } catch (RuntimeException broken) {
            // An interceptor has closed the body, or put one of its own there.
            failure = new IOException("the response body cannot be read", broken);
        }
        HttpAnswer answer = head.withBody(beginning(kept), whole && kept.size() <= HttpAnswer.BODY_LIMIT);
        if (whole || failure != null) {
            Answers.closeQuietly(response);
            return new BufferedAnswer(Answers.withBody(response, type, length, kept), answer, whole, failure);
        }
        return new BufferedAnswer(
                Answers.withBody(response, type, length, new Continued(kept, source)), answer, false, null);
    }

    private static byte[] beginning(Buffer kept) {
        Buffer copy = new Buffer();
        kept.copyTo(copy, 0, Math.min(kept.size(), HttpAnswer.BODY_LIMIT));
        return copy.readByteArray();
    }

    @Override
    public String toString() {
        return answer.toString();
    }

    /** What was read, and then the rest. */
    private static final class Continued implements Source {
        private final Buffer beginning;
        private final BufferedSource rest;

        Continued(Buffer beginning, BufferedSource rest) {
            this.beginning = beginning;
            this.rest = rest;
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            return beginning.exhausted() ? rest.read(sink, byteCount) : beginning.read(sink, byteCount);
        }

        @Override
        public Timeout timeout() {
            return rest.timeout();
        }

        @Override
        public void close() throws IOException {
            beginning.clear();
            rest.close();
        }
    }
}
