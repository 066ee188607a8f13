package dev.reprise.examples.service;

import java.util.concurrent.atomic.AtomicInteger;

/** The service's own count of what arrived for one order, or on one route. */
final class Tally {

    final AtomicInteger requests = new AtomicInteger();
    final AtomicInteger replays = new AtomicInteger();
    final AtomicInteger queries = new AtomicInteger();
}
