/**
 * How the sends of a business action are admitted, kept apart and recorded. For this library's own modules only; it may change
 * at any time.
 */
@NullMarked
package dev.reprise.internal.action;

import org.jspecify.annotations.NullMarked;
