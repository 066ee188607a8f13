package dev.reprise.action;

import java.time.Instant;
import java.util.Objects;

/**
 * When a send began, by both kinds of time.
 *
 * @param wall the wall clock
 * @param ticks nanoseconds of the monotonic ticker of {@code owner}; means nothing to any other
 * @param owner the {@link Actions} that sent
 */
public record SendMark(Instant wall, long ticks, String owner) {

    /**
     * Checks the components.
     *
     * @param wall the wall clock
     * @param ticks nanoseconds of the monotonic ticker of {@code owner}
     * @param owner the {@link Actions} that sent
     */
    public SendMark {
        Objects.requireNonNull(wall, "wall");
        Objects.requireNonNull(owner, "owner");
    }
}
