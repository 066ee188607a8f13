/**
 * The service that the scenarios pay at: what a server has to do so that a request that is sent twice takes effect
 * once, over a real database, and a switch for each way in which its answers can go missing. It knows nothing of
 * Reprise.
 */
@NullMarked
package dev.reprise.examples.service;

import org.jspecify.annotations.NullMarked;
