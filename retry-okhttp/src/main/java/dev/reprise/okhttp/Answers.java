package dev.reprise.okhttp;

import dev.reprise.http.HttpAnswer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.jspecify.annotations.Nullable;

/** Copies of answers and of their bodies. */
final class Answers {

    /** How much of an answer is kept when a pause follows. */
    private static final long COPY_LIMIT = HttpAnswer.BODY_LIMIT;

    private static final long COPY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CHUNK = 8192;

    private Answers() {}

    /** Status and header fields, for decisions that need no body. */
    static HttpAnswer head(Response answer) {
        return HttpAnswer.of(answer.code(), answer.headers().toMultimap());
    }

    /**
     * Reads the beginning of a body that is about to be given up, for no longer than a moment, and closes it.
     *
     * @param within the most time it may take, in nanoseconds
     * @return the same answer with what could be read; reading past that fails, so nobody takes it for the whole
     */
    static Response copyAndClose(Response answer, long within) {
        ResponseBody body = answer.body();
        if (body == null) {
            return answer;
        }
        MediaType type = body.contentType();
        long length = body.contentLength();
        Buffer kept = new Buffer();
        boolean whole = false;
        BufferedSource source = body.source();
        Timeout timeout = source.timeout();
        try {
            long nanos = Math.max(1, Math.min(within, COPY_NANOS));
            long end = System.nanoTime() + nanos;
            timeout.deadlineNanoTime(end);
            while (kept.size() <= COPY_LIMIT && System.nanoTime() - end < 0) {
                if (source.read(kept, CHUNK) == -1) {
                    whole = true;
                    break;
                }
            }
        } catch (IOException | RuntimeException broken) {
            // What arrived before is all there is to keep. An interceptor may have read and closed the body.
        } finally {
            timeout.clearDeadline();
            closeQuietly(answer);
        }
        return withBody(answer, type, length, whole ? kept : cutOff(kept));
    }

    private static Source cutOff(Buffer kept) {
        return new Source() {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                long read = kept.read(sink, byteCount);
                if (read == -1) {
                    throw new IOException("only the beginning of this response was kept");
                }
                return read;
            }

            @Override
            public Timeout timeout() {
                return Timeout.NONE;
            }

            @Override
            public void close() {
                kept.clear();
            }
        };
    }

    static Response withBody(Response answer, @Nullable MediaType type, long length, Source body) {
        BufferedSource source = body instanceof BufferedSource buffered ? buffered : Okio.buffer(body);
        return answer.newBuilder()
                .body(ResponseBody.create(source, type, length))
                .build();
    }

    /** The answer that settled an action before, or that a query brought. */
    static Response of(Request request, HttpAnswer found) {
        Response.Builder answer = new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(found.status())
                .message("");
        answer.headers(fields(found));
        Buffer body = new Buffer();
        body.write(found.body());
        String type = found.header("Content-Type");
        long length = found.bodyComplete() ? body.size() : -1;
        BufferedSource source = found.bodyComplete() ? body : Okio.buffer(cutOff(body));
        return answer.body(ResponseBody.create(source, type == null ? null : MediaType.parse(type), length))
                .build();
    }

    private static Headers fields(HttpAnswer found) {
        Headers.Builder fields = new Headers.Builder();
        found.headers()
                .forEach((name, values) -> values.forEach(value -> {
                    try {
                        // Servers send values that a client may not.
                        fields.addUnsafeNonAscii(name, value);
                    } catch (IllegalArgumentException unusable) {
                        // A name that no field can have; the rest of the answer counts for more.
                    }
                }));
        return fields.build();
    }

    static void closeQuietly(@Nullable Response answer) {
        ResponseBody body = answer == null ? null : answer.body();
        if (body == null) {
            return;
        }
        try {
            body.close();
        } catch (RuntimeException broken) {
            // An interceptor's own body; what it throws says nothing about the call.
        }
    }
}
