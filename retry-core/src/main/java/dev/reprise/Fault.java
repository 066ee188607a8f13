package dev.reprise;

import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Evidence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of an imagined attempt over HTTP, for {@link RetryPolicy#explain}: an answer, or a failure together with what was
 * watched of it. Immutable; its {@code toString} shows a status or a class name alone.
 */
public final class Fault {

    private final @Nullable HttpAnswer answer;
    private final @Nullable Throwable failure;
    private final Evidence evidence;

    private Fault(@Nullable HttpAnswer answer, @Nullable Throwable failure, Evidence evidence) {
        this.answer = answer;
        this.failure = failure;
        this.evidence = evidence;
    }

    /**
     * The server answered.
     *
     * @param status the status code, 100 to 999; need not be a failure
     * @return the fault
     * @throws IllegalArgumentException if the status is not of three digits
     */
    public static Fault status(int status) {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException("status must be 100 to 999, but is " + status);
        }
        return answered(HttpAnswer.of(status));
    }

    /**
     * The server answered, with header fields and a body.
     *
     * @param answer the answer
     * @return the fault
     */
    public static Fault answered(HttpAnswer answer) {
        return new Fault(Objects.requireNonNull(answer, "answer"), null, Evidence.SENT);
    }

    /**
     * No answer came. The exception says only whether the fault may pass; what the server may have done is said by the evidence.
     *
     * @param failure what the client would throw
     * @param evidence what was watched, for example {@link Evidence#NOTHING_SENT}, {@link Evidence#SENT}, {@link
     *     Evidence#REFUSED_BY_PEER} or {@link Evidence#UNWATCHED}
     * @return the fault
     */
    public static Fault thrown(Throwable failure, Evidence evidence) {
        return new Fault(
                null, Objects.requireNonNull(failure, "failure"), Objects.requireNonNull(evidence, "evidence"));
    }

    /**
     * The same answer with one more header field.
     *
     * @param name the field's name
     * @param value its value
     * @return the new fault
     * @throws IllegalStateException if no answer came
     */
    public Fault header(String name, String value) {
        if (answer == null) {
            throw new IllegalStateException("a header needs an answer, but this fault is " + this);
        }
        Map<String, List<String>> headers = new TreeMap<>(answer.headers());
        List<String> values = new ArrayList<>(answer.headers(name));
        values.add(value);
        headers.remove(name.toLowerCase(Locale.ROOT));
        headers.put(name, Collections.unmodifiableList(values));
        return answered(HttpAnswer.of(answer.status(), headers).withBody(answer.body(), answer.bodyComplete()));
    }

    /**
     * The answer.
     *
     * @return the answer, or null if none came
     */
    public @Nullable HttpAnswer answer() {
        return answer;
    }

    /**
     * The failure.
     *
     * @return what the client would throw, or null if an answer came
     */
    public @Nullable Throwable failure() {
        return failure;
    }

    /**
     * What was watched.
     *
     * @return the evidence
     */
    public Evidence evidence() {
        return evidence;
    }

    @Override
    public String toString() {
        return failure == null ? String.valueOf(answer) : failure.getClass().getSimpleName();
    }
}
