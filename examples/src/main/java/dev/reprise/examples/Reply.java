package dev.reprise.examples;

import dev.reprise.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An answer, as the app reads it.
 *
 * @param status the status code
 * @param body the text
 * @param learned what the call learned, or null if the client was not wrapped
 */
public record Reply(int status, String body, @Nullable Outcome learned) {

    /** What the call of a wrapped client learned. */
    public Outcome outcome() {
        return Objects.requireNonNull(learned, "the client was not wrapped");
    }

    /** Status and body, as the transcript shows them. */
    public String shown() {
        return status + " " + body;
    }
}
