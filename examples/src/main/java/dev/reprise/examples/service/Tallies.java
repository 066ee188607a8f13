package dev.reprise.examples.service;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The service's own counts, so that no client has to be believed. Thread-safe. */
final class Tallies {

    private final ConcurrentMap<String, Tally> orders = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Tally> routes = new ConcurrentHashMap<>();

    Tally order(String orderId) {
        return orders.computeIfAbsent(orderId, id -> new Tally());
    }

    Tally route(String route) {
        return routes.computeIfAbsent(route, name -> new Tally());
    }
}
