/**
 * What the modules of Reprise share among themselves. Not for applications: nothing in here is promised to stay.
 */
@NullMarked
package dev.reprise.internal;

import org.jspecify.annotations.NullMarked;
