package dev.reprise.event;

/**
 * A status query is asked, because the effect of a send is unknown.
 *
 * @param call the call
 * @param query the query's number in its call, from 1
 */
public record QueryAsked(CallLabel call, int query) {}
