package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * Recognises an answer, such as "the first request with this key still runs". It must not block and must be safe for use by
 * many threads. One that throws leaves the action in doubt.
 */
@FunctionalInterface
public interface AnswerMatcher {

    /**
     * Whether this is the answer looked for.
     *
     * @param answer status, header fields and up to 64 KiB of the body
     * @return true if so
     */
    boolean matches(HttpAnswer answer);

    /**
     * Matches answers with one of the given status codes.
     *
     * @param statuses the codes, at least one, each 100 to 999
     * @return the matcher
     * @throws IllegalArgumentException if there is none or one is not of three digits
     */
    static AnswerMatcher status(int... statuses) {
        if (Objects.requireNonNull(statuses, "statuses").length == 0) {
            throw new IllegalArgumentException("status needs at least one code");
        }
        int[] copy = statuses.clone();
        for (int status : copy) {
            if (status < 100 || status > 999) {
                throw new IllegalArgumentException("status must have three digits, but is " + status);
            }
        }
        Arrays.sort(copy);
        return answer -> Arrays.binarySearch(copy, answer.status()) >= 0;
    }

    /**
     * Matches answers with a header field of the given value, surrounding whitespace and letter case aside.
     *
     * @param name the field's name
     * @param value the value looked for
     * @return the matcher
     */
    static AnswerMatcher header(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        return answer ->
                answer.headers(name).stream().anyMatch(found -> found.trim().equalsIgnoreCase(value.trim()));
    }

    /**
     * Matches answers whose body, as far as it is kept, contains a text, letter case aside.
     *
     * @param text the text looked for, not empty
     * @return the matcher
     * @throws IllegalArgumentException if the text is empty
     */
    static AnswerMatcher bodyContains(String text) {
        if (Objects.requireNonNull(text, "text").isEmpty()) {
            throw new IllegalArgumentException("bodyContains needs a text, but it is empty");
        }
        String wanted = text.toLowerCase(Locale.ROOT);
        return answer -> answer.bodyText().toLowerCase(Locale.ROOT).contains(wanted);
    }

    /**
     * Matches no answer.
     *
     * @return the matcher
     */
    static AnswerMatcher never() {
        return answer -> false;
    }

    /**
     * Matches what this and another matcher match.
     *
     * @param other the other matcher, asked only if this one matches
     * @return the matcher
     */
    default AnswerMatcher and(AnswerMatcher other) {
        Objects.requireNonNull(other, "other");
        return answer -> matches(answer) && other.matches(answer);
    }

    /**
     * Matches what this or another matcher matches.
     *
     * @param other the other matcher, asked only if this one does not match
     * @return the matcher
     */
    default AnswerMatcher or(AnswerMatcher other) {
        Objects.requireNonNull(other, "other");
        return answer -> matches(answer) || other.matches(answer);
    }
}
