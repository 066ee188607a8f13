package dev.reprise.examples;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

/** What goes wrong with an answer after the charge has been committed. */
enum Fault {
    /** The answer never comes and the connection stays open: the client waits until its read timeout. */
    LOSE_ANSWER("the answer is lost on the way back", SocketEffect.Stall.INSTANCE),

    /** The connection is closed instead of answered: the client finds the end of the stream. */
    DROP_CONNECTION("the connection is closed without an answer", new SocketEffect.CloseSocket());

    private final String description;
    private final SocketEffect effect;

    Fault(String description, SocketEffect effect) {
        this.description = description;
        this.effect = effect;
    }

    String description() {
        return description;
    }

    MockResponse spoil(MockResponse answer) {
        return answer.newBuilder().onResponseStart(effect).build();
    }
}
