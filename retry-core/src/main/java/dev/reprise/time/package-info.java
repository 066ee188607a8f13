/** The sources of time that tests replace. */
@NullMarked
package dev.reprise.time;

import org.jspecify.annotations.NullMarked;
