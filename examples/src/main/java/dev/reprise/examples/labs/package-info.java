/**
 * Laboratories: what a cut connection, a loop of one's own, a click too many, a crash between two transactions or a second
 * device does to the records of a service, as figures.
 */
@NullMarked
package dev.reprise.examples.labs;

import org.jspecify.annotations.NullMarked;
