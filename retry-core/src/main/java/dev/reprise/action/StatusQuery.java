package dev.reprise.action;

import java.time.Duration;
import java.util.Objects;

/**
 * A way to ask the server what became of an action. The question must identify this very action, by its key, its id or a
 * reference that no other action has; "is there some charge for that customer" proves nothing.
 *
 * <p>"Not applied" is believed only when the settle time has passed since the last send ended, because until then the
 * request may still be on its way. Immutable and safe for use by many threads if its asker is.
 */
public final class StatusQuery {

    /** Asks the server. */
    @FunctionalInterface
    public interface Asker {

        /**
         * Asks what became of an action. It may block, for {@link StatusQuestion#remaining()} at most.
         *
         * @param question which action
         * @return what was found
         * @throws Exception if the server could not be asked. A call asks again after a pause, as often as its policy lets it
         *     poll; {@link BusinessAction#resolve()} takes it for {@link StatusAnswer#unknown()}
         */
        StatusAnswer ask(StatusQuestion question) throws Exception;
    }

    private final Duration settleTime;
    private final Asker asker;

    private StatusQuery(Duration settleTime, Asker asker) {
        this.settleTime = settleTime;
        this.asker = asker;
    }

    /**
     * A status query.
     *
     * @param settleTime how long after the end of a send the request may still take to be applied; more than zero. Queues,
     *     gateways and replicas between here and the answer count
     * @param asker asks the server
     * @return the query
     * @throws IllegalArgumentException if the settle time is not positive
     */
    public static StatusQuery of(Duration settleTime, Asker asker) {
        Objects.requireNonNull(settleTime, "settleTime");
        if (settleTime.isNegative() || settleTime.isZero()) {
            throw new IllegalArgumentException("settleTime must be more than zero, but is " + settleTime);
        }
        return new StatusQuery(settleTime, Objects.requireNonNull(asker, "asker"));
    }

    /**
     * How long after the end of the last send "not applied" is believed.
     *
     * @return more than zero
     */
    public Duration settleTime() {
        return settleTime;
    }

    /**
     * Asks the server. It may block, and is not bounded by anything but the asker.
     *
     * @param question which action
     * @return what was found; {@link StatusAnswer#unknown()} if the asker returned null
     * @throws Exception whatever the asker throws
     */
    public StatusAnswer ask(StatusQuestion question) throws Exception {
        StatusAnswer answer = asker.ask(question);
        return answer == null ? StatusAnswer.unknown() : answer;
    }

    @Override
    public String toString() {
        return "status query with settle time " + settleTime;
    }
}
