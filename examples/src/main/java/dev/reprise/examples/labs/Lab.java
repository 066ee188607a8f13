package dev.reprise.examples.labs;

import dev.reprise.RetryPolicy;
import dev.reprise.action.Actions;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.backoff.Backoff;
import dev.reprise.examples.report.Transcript;
import java.time.Duration;

/** What the laboratories have in common. */
final class Lab {

    /** Far longer than any answer takes: what is lost here is lost by a cut, so nobody waits and no slow machine loses more. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The first pause before something is sent again; each further one is twice as long. Long beside what a request takes. */
    static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    static final int MAX_ATTEMPTS = 4;

    /** The service keeps every answer, and says so. */
    static final IdempotencyProfile PROFILE =
            IdempotencyProfile.bareHeader("X-Request-Id").storedAnswers();

    private Lab() {}

    /** No jitter, so that the times of the records can be compared with the pauses. */
    static RetryPolicy.Builder policy(Transcript transcript) {
        return RetryPolicy.builder("lab")
                .maxAttempts(MAX_ATTEMPTS)
                .deadline(Duration.ofSeconds(30))
                .backoff(Backoff.exponential(FIRST_PAUSE).noJitter())
                .listener(new LabTeller(transcript));
    }

    /** Returns actions of one type with a store of their own, as one device has them. */
    static Actions actions(String type) {
        return Actions.builder(new InMemoryActionStore())
                .namespace("shop-app")
                .type(type, settings -> settings.profile(PROFILE))
                .build();
    }

    /** Returns the pause before the next send, after so many. */
    static Duration pauseAfter(int sends) {
        return FIRST_PAUSE.multipliedBy(1L << (sends - 1));
    }
}
