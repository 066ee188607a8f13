package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import mockwebserver3.MockResponse;
import okio.Buffer;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What a request is answered with, to the byte. A stored answer that is written anew each time changes with the code that
 * writes it.
 *
 * @param status the status code
 * @param body the bytes of the body
 */
record Answer(int status, ByteString body) {

    static Answer json(int status, ObjectNode body) {
        return new Answer(status, ByteString.encodeUtf8(body.toString()));
    }

    /** Says no, with a code for programs and a sentence for people, and for which request. */
    static Answer refusal(int status, String code, String message, @Nullable String requestId) {
        ObjectNode body = Json.object().put("code", code).put("message", message);
        return json(status, requestId == null ? body : body.put("requestId", requestId));
    }

    static Answer refusal(int status, String code, String message) {
        return refusal(status, code, message, null);
    }

    ObjectNode json() {
        return Json.parseObject(body.utf8());
    }

    MockResponse.Builder response() {
        return new MockResponse.Builder()
                .code(status)
                .setHeader("Content-Type", "application/json")
                .body(new Buffer().write(body));
    }

    /** Leaves the body out: it names the key. */
    @Override
    public String toString() {
        return "Answer[status=" + status + "]";
    }
}
