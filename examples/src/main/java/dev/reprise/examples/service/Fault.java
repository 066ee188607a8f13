package dev.reprise.examples.service;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

/** What goes wrong with an answer after the request has been processed. */
public enum Fault {
    /** The answer never comes and the connection stays open: the client waits until its read timeout. */
    LOSE_ANSWER("the answer is lost on the way back"),

    /** The connection is closed instead of answered: the client finds the end of the stream. */
    DROP_CONNECTION("the connection is closed without an answer");

    private final String description;

    Fault(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    MockResponse spoil(MockResponse answer) {
        SocketEffect effect =
                switch (this) {
                    case LOSE_ANSWER -> SocketEffect.Stall.INSTANCE;
                    case DROP_CONNECTION -> new SocketEffect.CloseSocket();
                };
        return answer.newBuilder().onResponseStart(effect).build();
    }
}
