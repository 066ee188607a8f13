/**
 * A retry storm: many clients fail together, and what their retries do to the service then depends on their pauses. Once on a
 * virtual clock, where it is exact, and once over real HTTP, where it is measured.
 */
@NullMarked
package dev.reprise.examples.storm;

import org.jspecify.annotations.NullMarked;
