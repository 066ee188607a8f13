package dev.reprise.testing;

import java.util.ArrayList;
import java.util.List;

/** What a server saw. Thread-safe. */
final class Journal {
    final Monitor monitor = new Monitor();
    private final List<ServerConnection> connections = new ArrayList<>();
    private final List<ReceivedRequest> requests = new ArrayList<>();
    private final List<PartialRequest> partials = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    void add(ServerConnection connection) {
        monitor.change(() -> connections.add(connection));
    }

    void add(ReceivedRequest request) {
        monitor.change(() -> requests.add(request));
    }

    void add(PartialRequest request) {
        monitor.change(() -> partials.add(request));
    }

    void problem(String problem) {
        monitor.change(() -> problems.add(problem));
    }

    List<ServerConnection> connections() {
        return monitor.read(() -> List.copyOf(connections));
    }

    List<ReceivedRequest> requests() {
        return monitor.read(() -> List.copyOf(requests));
    }

    List<PartialRequest> partials() {
        return monitor.read(() -> List.copyOf(partials));
    }

    List<String> takeProblems() {
        return monitor.read(() -> {
            List<String> taken = List.copyOf(problems);
            problems.clear();
            return taken;
        });
    }

    /** What there is to say when a wait was in vain. */
    String summary() {
        return "seen: connections " + connections + ", requests " + requests + ", partial requests " + partials
                + (problems.isEmpty() ? "" : ", problems " + problems);
    }
}
