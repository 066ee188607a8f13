package dev.reprise.examples.service;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link PaymentService} is set up.
 *
 * @param clock tells the time, for retention, leases and the times of records
 * @param keepAnswers how long the answer to a key is kept after it was given, at least 1 ms; afterwards its tombstone
 *     stays for ever
 * @param lease how long a worker may take for a job before another one may take it over, at least 1 ms
 * @param database the file of the database, which stays after the service has been closed, so that the next one can
 *     start with it; or null for one that is deleted on close
 */
public record ServiceSettings(Clock clock, Duration keepAnswers, Duration lease, @Nullable Path database) {

    /** Longer than any client that this service knows of sends the same key. */
    public static final Duration DEFAULT_KEEP_ANSWERS = Duration.ofHours(24);

    /** Far longer than a transfer takes, and short enough to wait for. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    public ServiceSettings {
        requirePositive("keepAnswers", keepAnswers);
        requirePositive("lease", lease);
    }

    /** Returns the settings with the system's clock, a database that is deleted on close, and the defaults. */
    public static ServiceSettings defaults() {
        return new ServiceSettings(Clock.systemUTC(), DEFAULT_KEEP_ANSWERS, DEFAULT_LEASE, null);
    }

    /** Returns these settings with another clock. */
    public ServiceSettings withClock(Clock clock) {
        return new ServiceSettings(clock, keepAnswers, lease, database);
    }

    /** Returns these settings with another time for which answers are kept. */
    public ServiceSettings withKeepAnswers(Duration keepAnswers) {
        return new ServiceSettings(clock, keepAnswers, lease, database);
    }

    /** Returns these settings with leases of another length. */
    public ServiceSettings withLease(Duration lease) {
        return new ServiceSettings(clock, keepAnswers, lease, database);
    }

    /** Returns these settings with a database in a file. */
    public ServiceSettings withDatabase(Path database) {
        return new ServiceSettings(clock, keepAnswers, lease, database);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, was " + duration);
        }
    }
}
