/**
 * The decision machine and what its drivers share. It is exported to this project's own modules only and may change in any
 * version.
 */
@NullMarked
package dev.reprise.internal;

import org.jspecify.annotations.NullMarked;
