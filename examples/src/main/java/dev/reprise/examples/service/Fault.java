package dev.reprise.examples.service;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

/** What goes wrong with a request or its answer. */
public enum Fault {
    /** The answer never comes and the connection stays open: the client waits until its read timeout. */
    LOSE_ANSWER("the answer is lost on the way back"),

    /** The connection is closed instead of answered: the client finds the end of the stream. */
    DROP_CONNECTION("the connection is closed without an answer"),

    /** The request is read, and the connection is closed before anything is done. Reads do not suffer it. */
    BEFORE_COMMIT("the connection is cut before the commit"),

    /** Everything is done, and the connection is closed before the first byte of the answer. */
    AFTER_COMMIT("the connection is cut after the commit"),

    /** Everything is done, and the connection is closed in the middle of the answer's body. */
    MID_RESPONSE("the connection is cut in the middle of the answer");

    private final String description;

    Fault(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    MockResponse spoil(MockResponse answer) {
        MockResponse.Builder spoiled = answer.newBuilder();
        switch (this) {
            case LOSE_ANSWER -> spoiled.onResponseStart(SocketEffect.Stall.INSTANCE);
            case DROP_CONNECTION, BEFORE_COMMIT, AFTER_COMMIT ->
                spoiled.onResponseStart(new SocketEffect.CloseSocket());
            case MID_RESPONSE -> spoiled.onResponseBody(new SocketEffect.CloseSocket());
        }
        return spoiled.build();
    }
}
