package dev.reprise.examples.labs;

import dev.reprise.action.BusinessAction;
import dev.reprise.examples.Reply;
import dev.reprise.examples.ShopClient;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.service.Json;
import dev.reprise.examples.service.PaymentService;
import java.io.IOException;
import java.sql.SQLException;

/** Two accounts at a service, and one transfer between them. */
final class Bank {

    /** What is to be moved. */
    static final long AMOUNT = 30_00;

    /** What is in the source at first; the target is empty. */
    static final long BALANCE = 100_00;

    private static final String SOURCE = "ann";
    private static final String TARGET = "bob";

    private final PaymentService service;

    Bank(PaymentService service) throws SQLException {
        this.service = service;
        service.transfers().open(SOURCE, BALANCE);
        service.transfers().open(TARGET, 0);
    }

    /** Asks for the transfer at one of the addresses that take one. */
    Reply transfer(ShopClient client, String path, BusinessAction action) throws IOException, InterruptedException {
        String transfer = Json.object()
                .put("source", SOURCE)
                .put("target", TARGET)
                .put("amountCents", AMOUNT)
                .toString();
        return client.post(service.url(path).uri(), transfer, action);
    }

    /** Adds what became of the money. */
    ScenarioRow tell(ScenarioRow row) throws SQLException {
        return moved(
                row,
                service.transfers().count(),
                service.transfers().balance(SOURCE),
                service.transfers().balance(TARGET));
    }

    /** Adds what is expected after so many transfers. */
    static ScenarioRow expected(ScenarioRow row, int transfers) {
        return moved(row, transfers, BALANCE - transfers * AMOUNT, transfers * AMOUNT);
    }

    private static ScenarioRow moved(ScenarioRow row, int transfers, long source, long target) {
        return row.with("transfers", transfers).with("source", source).with("target", target);
    }
}
