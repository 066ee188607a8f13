package dev.reprise.event;

import org.jspecify.annotations.Nullable;

/**
 * Which call an event belongs to.
 *
 * @param policy the policy's name
 * @param scope what budget and breaker are kept for, by default scheme, host and port; empty for a call without a scope
 * @param method the HTTP method, or null for a call outside HTTP
 * @param actionId the public id of the business action, or null for an unbound call
 */
public record CallLabel(String policy, String scope, @Nullable String method, @Nullable String actionId) {}
