package dev.reprise.examples;

import dev.reprise.RetryPolicy;
import dev.reprise.action.BusinessAction;
import dev.reprise.backoff.Backoff;
import dev.reprise.examples.report.Transcript;
import dev.reprise.examples.service.Json;
import dev.reprise.examples.service.PaymentService;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the shop's app has in common over all scenarios: its policy and the requests that it sends. */
final class Shop {

    /** How long the app waits for an answer: short, since most scenarios wait in vain. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final long PRICE_CENTS = 9900;

    private Shop() {}

    static RetryPolicy policy(Transcript transcript) {
        return RetryPolicy.builder("payments")
                .maxAttempts(4)
                .deadline(Duration.ofSeconds(30))
                .backoff(Backoff.exponential(Duration.ofMillis(200), Duration.ofMillis(1500))
                        .fullJitter())
                .listener(new Teller(transcript))
                .build();
    }

    /** Pays an order, without a key unless a business action brings one. */
    static Reply pay(ShopClient client, PaymentService service, String orderId, @Nullable BusinessAction action)
            throws IOException, InterruptedException {
        String order = Json.object()
                .put("orderId", orderId)
                .put("amountCents", PRICE_CENTS)
                .toString();
        return client.post(service.url("/pay").uri(), order, action);
    }

    /** Asks how an order stands. */
    static Reply order(ShopClient client, PaymentService service, String orderId)
            throws IOException, InterruptedException {
        return client.get(service.url("/orders/" + orderId).uri());
    }

    /** Asks how often an order was charged. */
    static int chargeCount(ShopClient client, PaymentService service, String orderId)
            throws IOException, InterruptedException {
        Reply reply =
                client.get(service.url("/orders/" + orderId + "/charge-count").uri());
        return Json.parseObject(reply.body()).path("chargeCount").asInt();
    }

    /** Any answer leaves an open connection in the client's pool. */
    static void openConnection(ShopClient client, PaymentService service) throws IOException, InterruptedException {
        client.get(service.url("/health").uri());
    }
}
