/**
 * Business actions: things that a user wants done once. An {@link dev.reprise.action.Actions} finds or makes a {@link
 * dev.reprise.action.BusinessAction} for a reference such as an order number, keeps it in an {@link
 * dev.reprise.action.ActionStore}, and gives it one {@link dev.reprise.action.IdempotencyKey} for all its sends.
 *
 * <p>An action whose effect is unknown is <em>in doubt</em>, never failed. Only a settlement or a status query that can be
 * believed ends the doubt.
 */
@NullMarked
package dev.reprise.action;

import org.jspecify.annotations.NullMarked;
