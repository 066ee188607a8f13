package dev.reprise.action;

import dev.reprise.http.HttpAnswer;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads what an answer means for a business action. Many APIs refuse inside a 200, so the settlement of an API is worth
 * writing down. It runs on the calling thread, must not block, and must be safe for use by many threads. One that throws or
 * returns null is taken to have said {@link Meaning#NOTHING}.
 */
@FunctionalInterface
public interface Settlement {

    /**
     * Reads one answer.
     *
     * @param answer status, header fields and up to 64 KiB of the body
     * @param context what else is known
     * @return what the answer means for the action
     */
    Meaning read(HttpAnswer answer, SettlementContext context);

    /**
     * Whether the meaning depends on the body. If so, an answer whose body was cut off proves nothing.
     *
     * @return false, unless overridden
     */
    default boolean needsBody() {
        return false;
    }

    /**
     * The default, which reads the status alone. Without a redirect, 200, 201 and 204 confirm (RFC 9110 §15.3.1, §15.3.2,
     * §15.3.5); 202 means still running (§15.3.3); 400, 402, 409 and 422 reject if no earlier send left a doubt or if the
     * answer is the server's stored answer to the first request; 410 to a DELETE after a doubt confirms. Everything else,
     * every answer after a redirect included, settles nothing.
     *
     * @return the settlement
     */
    static Settlement byStatus() {
        return StatusSettlement.DEFAULT;
    }

    /**
     * The default, where in addition 404 to a DELETE after a doubt confirms. Only for resources that are known to have
     * existed, since a mistaken target answers 404 as well.
     *
     * @return the settlement
     */
    static Settlement byStatusAndDelete404() {
        return StatusSettlement.DELETE_404;
    }

    /**
     * For APIs that refuse inside a success: the body of a 200 or 201 is read by {@code reader}, any other answer by {@link
     * #byStatus()}. A body that was cut off, or is longer than 64 KiB, settles nothing.
     *
     * @param reader maps the body's text to its meaning
     * @return the settlement
     */
    static Settlement byBody(Function<? super String, Meaning> reader) {
        Objects.requireNonNull(reader, "reader");
        return new Settlement() {
            @Override
            public Meaning read(HttpAnswer answer, SettlementContext context) {
                if (answer.status() != 200 && answer.status() != 201) {
                    return byStatus().read(answer, context);
                }
                return answer.bodyComplete() && !context.redirected()
                        ? reader.apply(answer.bodyText())
                        : Meaning.NOTHING;
            }

            @Override
            public boolean needsBody() {
                return true;
            }
        };
    }
}
