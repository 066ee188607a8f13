package dev.reprise.event;

/**
 * A status query was answered, or failed itself.
 *
 * @param call the call
 * @param query the query's number in its call, from 1
 * @param answer what the query said, in a word, or {@code FAILED} and the class name of what it threw
 */
public record QueryAnswered(CallLabel call, int query, String answer) {}
