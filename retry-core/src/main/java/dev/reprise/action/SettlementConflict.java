package dev.reprise.action;

import java.util.Objects;

/**
 * Two sources settled one action differently. The first settlement stays; a person has to look.
 *
 * @param actionId the public id of the action
 * @param type the action's type
 * @param kept the settlement that stays, {@link ActionState#CONFIRMED} or {@link ActionState#REJECTED}
 * @param refused what the later source claimed
 */
public record SettlementConflict(String actionId, String type, ActionState kept, ActionState refused) {

    /**
     * Checks the components.
     *
     * @param actionId the public id of the action
     * @param type the action's type
     * @param kept the settlement that stays, {@link ActionState#CONFIRMED} or {@link ActionState#REJECTED}
     * @param refused what the later source claimed
     */
    public SettlementConflict {
        Objects.requireNonNull(actionId, "actionId");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(kept, "kept");
        Objects.requireNonNull(refused, "refused");
    }
}
