package dev.reprise.action;

import java.util.Objects;

/**
 * What a settlement needs to know beside the answer.
 *
 * @param method the method of the request, in upper case
 * @param redirected whether the answer came after a redirect, from another target than the one the action was sent to
 * @param doubtBefore whether an earlier send of the action may have been applied
 * @param storedAnswer whether the answer is known to be the server's stored answer to the first request with this key
 */
public record SettlementContext(String method, boolean redirected, boolean doubtBefore, boolean storedAnswer) {

    /**
     * Checks the components.
     *
     * @param method the method of the request, in upper case
     * @param redirected whether the answer came after a redirect, from another target than the one the action was sent to
     * @param doubtBefore whether an earlier send of the action may have been applied
     * @param storedAnswer whether the answer is known to be the server's stored answer to the first request with this key
     */
    public SettlementContext {
        Objects.requireNonNull(method, "method");
    }
}
