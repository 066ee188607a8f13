package dev.reprise.examples.service;

import java.sql.SQLException;
import java.util.List;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** The HTTP side of the {@link PaymentService}. */
final class Routes extends Dispatcher {

    private final Commands commands;
    private final Queries queries;

    Routes(Commands commands, Queries queries) {
        this.commands = commands;
        this.queries = queries;
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
        try {
            MockResponse answer = answer(request);
            return answer == null ? refuse(404, "NOT_FOUND", "No such resource") : answer;
        } catch (SQLException e) {
            // Nothing was committed and nothing is remembered: the same key may try again.
            return refuse(500, "INTERNAL", "The database failed");
        }
    }

    private @Nullable MockResponse answer(RecordedRequest request) throws SQLException, InterruptedException {
        List<String> path = request.getUrl().pathSegments();
        return switch (String.valueOf(request.getMethod())) {
            case "POST" -> commands.answer("/" + String.join("/", path), request);
            case "GET" -> queries.answer(path, request);
            default -> null;
        };
    }

    private static MockResponse refuse(int status, String code, String message) {
        return Answer.refusal(status, code, message).response().build();
    }
}
