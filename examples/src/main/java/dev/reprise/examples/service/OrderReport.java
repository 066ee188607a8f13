package dev.reprise.examples.service;

/**
 * What the service saw of one order.
 *
 * @param requests how often {@code POST /pay} or {@code GET /orders/{id}} arrived for it
 * @param charges how many charges the ledger holds for it
 * @param replays how many requests were answered from the table of keys
 * @param queries how often its charge count was asked for
 */
public record OrderReport(int requests, int charges, int replays, int queries) {}
