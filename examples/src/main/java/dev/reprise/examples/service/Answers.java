package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import mockwebserver3.MockResponse;

/** The answers of the service. */
final class Answers {

    private Answers() {}

    static MockResponse json(int status, ObjectNode body) {
        return new MockResponse.Builder()
                .code(status)
                .setHeader("Content-Type", "application/json")
                .body(body.toString())
                .build();
    }

    static MockResponse refusal(int status, String code, String message) {
        return json(status, Json.object().put("code", code).put("message", message));
    }
}
