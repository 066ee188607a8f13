package dev.reprise.internal.action;

import dev.reprise.action.IdempotencyKey;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.KeyShape;
import dev.reprise.action.PayloadMode;
import dev.reprise.action.Settlement;
import dev.reprise.action.StatusQuery;
import dev.reprise.outcome.Repeatability;
import org.jspecify.annotations.Nullable;

/**
 * What is declared of one type of action.
 *
 * @param name the type's name
 * @param profile how the API recognises a second send, or null if it does not
 * @param query how to ask what became of an action, or null if there is no way
 * @param ownSettlement the type's own settlement, or null to use the profile's or the default
 * @param payloadMode what the fingerprint covers
 * @param target which requests send such actions while one is active, or null if none was declared
 */
public record ActionType(
        String name,
        @Nullable IdempotencyProfile profile,
        @Nullable StatusQuery query,
        @Nullable Settlement ownSettlement,
        PayloadMode payloadMode,
        @Nullable RequestTarget target) {

    /** The settlement in force. */
    public Settlement settlement() {
        if (ownSettlement != null) {
            return ownSettlement;
        }
        Settlement ofProfile = profile == null ? null : profile.settlement();
        return ofProfile == null ? Settlement.byStatus() : ofProfile;
    }

    /** Whether an action whose payload has a fingerprint, or has none, may be sent again after a doubt. */
    public Repeatability repeatability(boolean fingerprinted) {
        // Without a fingerprint nothing proves that a second send under the key is the same.
        if (profile != null && fingerprinted) {
            return Repeatability.KEYED;
        }
        return query != null ? Repeatability.VERIFIABLE : Repeatability.ONCE;
    }

    /** A key for a new action of this type. Types without a profile have one too, for their queries and their bodies. */
    public IdempotencyKey newKey() {
        return (profile == null ? KeyShape.UUID : profile.keyShape()).newKey();
    }
}
