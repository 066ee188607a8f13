package dev.reprise.examples.service;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;

/**
 * A message to be sent to somebody.
 *
 * @param userId who gets it, 1 to 64 characters
 * @param text what it says, 1 to 1,000 characters
 */
record Notification(String userId, String text) implements Command {

    private static final int MAX_USER_ID = 64;
    private static final int MAX_TEXT = 1000;

    Notification {
        Fields.requireText("userId", userId, MAX_USER_ID);
        Fields.requireText("text", text, MAX_TEXT);
    }

    static Notification read(ObjectNode json) {
        return new Notification(Fields.text(json, "userId"), Fields.text(json, "text"));
    }

    @Override
    public ByteString digest() {
        return Digest.of("notification", userId, text);
    }

    @Override
    public Done execute(Connection connection, Caller caller) throws SQLException {
        int messages = Outbox.add(connection, this, caller);
        // 201 rather than 202: the client's wish is fulfilled when the message is in the outbox.
        Answer answer = Answer.json(
                201,
                Json.object()
                        .put("code", "OK")
                        .put("userId", userId)
                        .put("requestId", caller.requestId())
                        .put("messages", messages));
        return Done.committed(answer, "put into the outbox, message " + messages + " to " + userId);
    }
}
