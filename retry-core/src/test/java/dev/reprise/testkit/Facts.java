package dev.reprise.testkit;

import dev.reprise.action.BusinessAction;
import dev.reprise.http.HttpMethods;
import dev.reprise.internal.CallFacts;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Payload;
import dev.reprise.outcome.Repeatability;
import java.nio.charset.StandardCharsets;

/** What a call starts from. */
public final class Facts {

    public static final String SCOPE = "https://api.test:443";

    private Facts() {}

    public static CallFacts of(String method) {
        return of(method, HttpMethods.isIdempotent(method) ? Repeatability.IDEMPOTENT : Repeatability.ONCE);
    }

    public static CallFacts of(String method, Repeatability repeatability) {
        return new CallFacts(repeatability, SCOPE, method, true, false, Long.MAX_VALUE, false, null);
    }

    public static CallFacts of(Repeatability repeatability) {
        return of(repeatability == Repeatability.IDEMPOTENT ? "GET" : "POST", repeatability);
    }

    public static CallFacts bound(BusinessAction action, String body) {
        return bound("POST", action, body);
    }

    public static CallFacts bound(String method, BusinessAction action, String body) {
        Payload payload = Payload.request(method, "/pay", body.getBytes(StandardCharsets.UTF_8));
        ActionSend send = ActionSend.of(action, payload);
        return new CallFacts(Repeatability.ONCE, SCOPE, method, true, false, Long.MAX_VALUE, false, send);
    }

    public static CallFacts oneShotBody(CallFacts facts) {
        return new CallFacts(
                facts.repeatability(),
                facts.scope(),
                facts.method(),
                false,
                facts.single(),
                facts.limitNanos(),
                facts.transportLimited(),
                facts.send());
    }

    public static CallFacts nested(CallFacts facts) {
        return new CallFacts(
                facts.repeatability(),
                facts.scope(),
                facts.method(),
                facts.bodyReplayable(),
                true,
                facts.limitNanos(),
                facts.transportLimited(),
                facts.send());
    }

    public static CallFacts limited(CallFacts facts, long nanos) {
        return new CallFacts(
                facts.repeatability(),
                facts.scope(),
                facts.method(),
                facts.bodyReplayable(),
                facts.single(),
                nanos,
                facts.transportLimited(),
                facts.send());
    }
}
