package dev.reprise.action;

import dev.reprise.http.HttpAnswer;

/** The default settlement. */
final class StatusSettlement implements Settlement {

    static final StatusSettlement DEFAULT = new StatusSettlement(false);
    static final StatusSettlement DELETE_404 = new StatusSettlement(true);

    private final boolean deleteGoneBy404;

    private StatusSettlement(boolean deleteGoneBy404) {
        this.deleteGoneBy404 = deleteGoneBy404;
    }

    @Override
    public Meaning read(HttpAnswer answer, SettlementContext context) {
        if (context.redirected()) {
            return Meaning.NOTHING;
        }
        return switch (answer.status()) {
            case 200, 201, 204 -> Meaning.CONFIRMED;
            case 202 -> Meaning.RUNNING;
            // After a doubt the refusal may be of the second send only, while the first one was applied.
            case 400, 402, 409, 422 ->
                !context.doubtBefore() || context.storedAnswer() ? Meaning.REJECTED : Meaning.NOTHING;
            case 404 -> deleteGoneBy404 ? goneAfterDelete(context) : Meaning.NOTHING;
            case 410 -> goneAfterDelete(context);
            default -> Meaning.NOTHING;
        };
    }

    private static Meaning goneAfterDelete(SettlementContext context) {
        return context.doubtBefore() && context.method().equals("DELETE") ? Meaning.CONFIRMED : Meaning.NOTHING;
    }

    @Override
    public String toString() {
        return deleteGoneBy404 ? "by status, 404 to DELETE included" : "by status";
    }
}
