/**
 * How many retries a client may add to the load it puts on a service. A {@link dev.reprise.budget.RetryBudget} lets a
 * fixed share of the calls of the last seconds be repeated, and a few more for clients that call rarely; first attempts
 * it never holds back. A service that is down for everybody therefore gets hardly more load than one that is up.
 */
@NullMarked
package dev.reprise.budget;

import org.jspecify.annotations.NullMarked;
