/** Arithmetic that saturates where the JDK's overflows. It depends on nothing, so every package may use it. */
@NullMarked
package dev.reprise.internal.math;

import org.jspecify.annotations.NullMarked;
