package dev.reprise.examples.service;

/**
 * What the service saw of one order.
 *
 * @param requests how often it was asked to be charged, recorded or paid, or read, over HTTP
 * @param charges how many charges the ledger holds for it
 * @param replays how many requests were answered from the table of keys
 * @param queries how often its charge count was asked for
 */
public record OrderReport(int requests, int charges, int replays, int queries) {}
