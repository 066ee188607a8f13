package dev.reprise.event;

import dev.reprise.outcome.Verdict;

/**
 * An attempt has ended.
 *
 * @param call the call
 * @param attempt the attempt's number in its call, from 1
 * @param verdict what the attempt tells
 * @param detail the status or the failure's class name, for people
 */
public record AttemptFinished(CallLabel call, int attempt, Verdict verdict, String detail) {}
