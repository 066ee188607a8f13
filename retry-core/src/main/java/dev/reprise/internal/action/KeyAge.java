package dev.reprise.internal.action;

import dev.reprise.action.SendMark;
import java.time.Duration;

/** How old a key is in the eyes of the server. */
final class KeyAge {

    private KeyAge() {}

    /**
     * Whether a key is remembered until an attempt that begins now has ended.
     *
     * @param first the first send that may have had an effect
     * @param now the present
     * @param sameTicker whether the ticks of both marks come from one ticker
     * @param lifetime how long the server remembers the key
     * @param attempt how long the attempt may take
     */
    static boolean lives(SendMark first, SendMark now, boolean sameTicker, Duration lifetime, Duration attempt) {
        Duration age = Duration.between(first.wall(), now.wall());
        if (age.isNegative()) {
            // Nobody can tell how far the clock was set back.
            return false;
        }
        if (sameTicker) {
            Duration monotonic = Duration.ofNanos(now.ticks() - first.ticks());
            age = monotonic.compareTo(age) > 0 ? monotonic : age;
        }
        return age.plus(attempt).compareTo(lifetime) <= 0;
    }
}
