package dev.reprise.examples.service;

import java.util.function.Consumer;
import mockwebserver3.MockResponse;

/** The way back to the client, on which answers suffer. */
final class WayBack {

    private final Faults faults;
    private final Consumer<String> log;

    WayBack(Faults faults, Consumer<String> log) {
        this.faults = faults;
        this.log = log;
    }

    /** Sends an answer, unless it is its turn to suffer. */
    MockResponse answer(String told, MockResponse answer) {
        Fault fault = faults.take();
        // Told before the answer can leave, so that what the client says about it comes after.
        log.accept(told + (fault == null ? "" : "; " + fault.description()));
        return fault == null ? answer : fault.spoil(answer);
    }

    /** Sends an answer that no fault may touch. */
    MockResponse unharmed(String told, MockResponse answer) {
        log.accept(told);
        return answer;
    }

    /** Closes the connection instead of answering. */
    MockResponse hangUp(String told) {
        log.accept(told);
        return Fault.DROP_CONNECTION.spoil(new MockResponse.Builder().build());
    }
}
