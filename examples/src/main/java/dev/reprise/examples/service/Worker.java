package dev.reprise.examples.service;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Does the jobs that were written down, one step at a time, as its driver says. The recovery after a worker that died
 * is no step of its own: a job whose lease has run out is taken like a new one. Work that can take longer than a lease
 * would have to renew it on the way.
 *
 * <p>For one thread.
 */
public final class Worker {

    private final String name;
    private final Jobs jobs;
    private final Clock clock;
    private final Duration leaseDuration;
    private Jobs.@Nullable Lease lease;

    Worker(String name, Jobs jobs, Clock clock, Duration leaseDuration) {
        this.name = name;
        this.jobs = jobs;
        this.clock = clock;
        this.leaseDuration = leaseDuration;
    }

    /** Takes a job if there is one and returns whether there was; it is running from now on. */
    public boolean take() throws SQLException {
        lease = jobs.take(name, leaseDuration, clock.millis()).orElse(null);
        return lease != null;
    }

    /** Finishes the job that was taken. Returns false, and changes nothing, if the lease on it is lost or there was none. */
    public boolean finish() throws SQLException {
        Jobs.Lease held = lease;
        lease = null;
        return held != null && jobs.finish(held, clock.millis());
    }

    /** Takes a job and finishes it; returns whether there was one. */
    public boolean step() throws SQLException {
        return take() && finish();
    }
}
