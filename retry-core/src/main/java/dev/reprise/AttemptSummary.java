package dev.reprise;

import dev.reprise.outcome.Effect;

/**
 * One past attempt of a call, for support and tests.
 *
 * @param number the attempt's number in its call, from 1
 * @param detail the status, for example {@code HTTP 503}, or the failure's class name
 * @param effect what this attempt alone tells of the server's side
 */
public record AttemptSummary(int number, String detail, Effect effect) {}
