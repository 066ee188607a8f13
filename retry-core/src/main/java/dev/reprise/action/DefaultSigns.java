package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import java.util.Locale;

/** How APIs that say nothing else announce what became of the first request with a key. */
final class DefaultSigns {

    private static final String[] STILL_RUNNING = {
        "in progress",
        "still running",
        "still processing",
        "being processed",
        "currently processing",
        "request is outstanding",
        "outstanding request",
        "key in use",
        "key is in use",
        "key already in use",
        "key is already in use"
    };

    private static final String[] OTHER_PAYLOAD = {
        "idempotency error", "idempotency key reused", "idempotentparametermismatch", "duplicateidempotencykey",
    };

    private static final String[] OTHER_PAYLOAD_OF_A_KEY = {"different", "mismatch", "does not match", "already used"};

    private DefaultSigns() {}

    /** 409 that is empty or speaks of a request under way; any other 409 is a conflict of the API's own domain. */
    static boolean running(HttpAnswer answer) {
        if (answer.status() != 409) {
            return false;
        }
        String body = words(answer);
        return body.trim().isEmpty()
                || containsAny(body, STILL_RUNNING)
                || body.contains("idempoten") && !speaksOfOtherPayload(body);
    }

    /** 400, 409 or 422 that says so, and any 422 that mentions idempotency. */
    static boolean payloadMismatch(HttpAnswer answer) {
        int status = answer.status();
        if (status != 400 && status != 409 && status != 422) {
            return false;
        }
        String body = words(answer);
        return speaksOfOtherPayload(body) || status == 422 && body.contains("idempoten");
    }

    private static boolean speaksOfOtherPayload(String body) {
        return containsAny(body, OTHER_PAYLOAD) || body.contains("idempoten") && containsAny(body, OTHER_PAYLOAD_OF_A_KEY);
    }

    private static boolean containsAny(String text, String[] wanted) {
        for (String one : wanted) {
            if (text.contains(one)) {
                return true;
            }
        }
        return false;
    }

    // Error codes and sentences look alike once dashes and underscores are spaces.
    private static String words(HttpAnswer answer) {
        return answer.bodyText().toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
    }
}
