package dev.reprise.promises;

import dev.reprise.action.StatusAnswer;
import dev.reprise.http.HttpAnswer;
import dev.reprise.outcome.Evidence;
import dev.reprise.testkit.FakeTime;
import dev.reprise.testkit.FakeTransport;
import dev.reprise.testkit.FakeTransport.Reply;
import dev.reprise.testkit.TestActions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A server that charges or not, and answers or not, as chance has it. It tells nobody but the test what it really did. With
 * keys it charges a key once and repeats its answer; a lost request may still arrive within the settle time.
 */
final class SimulatedServer {

    private final FakeTime time;
    private final Random chance;
    private final boolean honoursKeys;
    private final List<String> log = new ArrayList<>();
    private int sends;
    private int unansweredSends;
    private int charges;
    private boolean refused;
    private @Nullable Duration lateChargeAt;

    SimulatedServer(FakeTime time, long seed, boolean honoursKeys) {
        this.time = time;
        this.chance = new Random(seed);
        this.honoursKeys = honoursKeys;
    }

    /** Everything that a request in flight may meet. */
    FakeTransport transport() {
        return new FakeTransport(time, (Reply) (transport, call) -> next().to(transport, call));
    }

    private Reply next() {
        arriveLate();
        sends++;
        time.pass(Duration.ofMillis(chance.nextInt(50)));
        switch (chance.nextInt(10)) {
            case 0:
                return noting("refused", FakeTransport.fails(new ConnectException("refused"), Evidence.NOTHING_SENT));
            case 1:
                return noting("stale", FakeTransport.fails(new IOException("stale"), FakeTransport.staleConnection()));
            case 2:
                return noting(
                        "stream refused",
                        FakeTransport.fails(new IOException("REFUSED_STREAM"), FakeTransport.refusedByPeer()));
            case 3:
                return noting("429", FakeTransport.status(429));
            case 4:
                unansweredSends++;
                return noting("lost", FakeTransport.fails(new SocketTimeoutException("lost"), Evidence.SENT));
            case 5:
                unansweredSends++;
                lateChargeAt = time.elapsed().plus(Duration.ofMillis(chance.nextInt(1900)));
                return noting("late", FakeTransport.fails(new SocketTimeoutException("late"), Evidence.SENT));
            case 6:
                charge();
                unansweredSends++;
                return noting(
                        "charged, no answer",
                        FakeTransport.fails(new SocketTimeoutException("no answer"), Evidence.SENT));
            case 7:
                charge();
                return noting("charged, 503", FakeTransport.status(503));
            case 8:
                return noting("503", FakeTransport.status(503));
            default:
                return decided();
        }
    }

    private Reply decided() {
        if (charges == 0 && !refused && chance.nextInt(3) == 0) {
            refused = true;
        }
        if (refused && charges == 0) {
            return noting("402", FakeTransport.status(402));
        }
        charge();
        return chance.nextInt(4) == 0
                ? noting("charged, cut off", FakeTransport.cutOff(201))
                : noting("charged, 201", FakeTransport.status(201));
    }

    private Reply noting(String what, Reply reply) {
        log.add(what);
        return reply;
    }

    private void charge() {
        if (honoursKeys && (charges > 0 || refused)) {
            return;
        }
        charges++;
    }

    private void arriveLate() {
        if (lateChargeAt != null && time.elapsed().compareTo(lateChargeAt) >= 0) {
            lateChargeAt = null;
            log.add("(the late one arrived)");
            charge();
        }
    }

    /** What a status query truthfully finds at this moment. */
    StatusAnswer status() {
        arriveLate();
        switch (chance.nextInt(6)) {
            case 0:
                return StatusAnswer.running();
            case 1:
                return StatusAnswer.unknown();
            default:
                if (charges > 0) {
                    return chance.nextBoolean() ? StatusAnswer.applied() : StatusAnswer.applied(HttpAnswer.of(201));
                }
                return refused ? StatusAnswer.refused() : StatusAnswer.notApplied();
        }
    }

    /** Lets pass whatever may still be on its way. */
    void settle() {
        time.pass(TestActions.SETTLE_TIME);
        arriveLate();
    }

    int sends() {
        return sends;
    }

    int unansweredSends() {
        return unansweredSends;
    }

    int charges() {
        return charges;
    }

    @Override
    public String toString() {
        return String.join(", ", log);
    }
}
