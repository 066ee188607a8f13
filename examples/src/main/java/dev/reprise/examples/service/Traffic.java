package dev.reprise.examples.service;

/**
 * What the service saw of one route.
 *
 * @param requests how many requests arrived, the refused ones included
 * @param replays how many of them were answered from the table of keys
 */
public record Traffic(int requests, int replays) {}
