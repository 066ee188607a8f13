package dev.reprise.examples.labs;

import dev.reprise.examples.ClientKind;
import dev.reprise.examples.report.ScenarioRow;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Json;
import dev.reprise.examples.service.Orders;
import dev.reprise.examples.service.PaymentService;
import dev.reprise.examples.service.Traffic;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Where orders are placed, and where the records of them are looked at afterwards. */
final class Desk {

    private static final String PATH = "/orders";

    private final PaymentService service;
    private final Transcript transcript;

    Desk(PaymentService service, Transcript transcript) {
        this.service = service;
        this.transcript = transcript;
    }

    URI address() {
        return service.url(PATH).uri();
    }

    static String order(String orderNo) {
        return Json.object().put("orderNo", orderNo).put("item", "tea").toString();
    }

    /** Returns the row of a lab, as the service counted. */
    ScenarioRow row(String scenario, ClientKind client) throws SQLException {
        return row(scenario, client, service.orders().count(), service.traffic("POST " + PATH));
    }

    static ScenarioRow row(String scenario, ClientKind client, int records, Traffic traffic) {
        return ScenarioRow.of(scenario, client.id())
                .with("records", records)
                .with("requests", traffic.requests())
                .with("replayed", traffic.replays());
    }

    /** Looks for duplicates, as one would in a database that one suspects of some. */
    void lookForDuplicates() throws SQLException {
        transcript.server("sql> " + Orders.DUPLICATES_SQL);
        List<Orders.Duplicate> duplicates = service.orders().duplicates();
        duplicates.forEach(found -> transcript.server(found.orderNo() + " | " + found.records()));
        if (duplicates.isEmpty()) {
            transcript.server("(no rows)");
        }
    }

    /** Puts the times between the records of the duplicates beside the pauses of the backoff. */
    void measureGaps(String title) throws SQLException {
        transcript.measured("");
        transcript.measured("=== Lab: " + title + ", created_at of the duplicates, beside the pauses of the backoff");
        for (Orders.Duplicate duplicate : service.orders().duplicates()) {
            List<Duration> gaps = service.orders().gaps(duplicate.orderNo());
            transcript.measured("  " + duplicate.orderNo() + "  gaps   " + millis(gaps));
            transcript.measured("           pauses " + millis(pauses(gaps.size())));
        }
    }

    /**
     * Whether there are as many gaps as pauses, and none is shorter than its pause. How much longer one is depends on the machine. Two
     * milliseconds are left for clocks that round.
     */
    boolean gapsFollowPauses(String orderNo, int pauses) throws SQLException {
        List<Duration> gaps = service.orders().gaps(orderNo);
        List<Duration> least = pauses(pauses);
        return gaps.size() == pauses
                && IntStream.range(0, pauses)
                        .allMatch(i -> gaps.get(i).plusMillis(2).compareTo(least.get(i)) >= 0);
    }

    private static List<Duration> pauses(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Lab::pauseAfter).toList();
    }

    private static String millis(List<Duration> durations) {
        return durations.stream()
                .map(duration -> String.format(Locale.ROOT, "%5d ms", duration.toMillis()))
                .collect(Collectors.joining("  "));
    }
}
