package dev.reprise.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Chooses the script of each request: the next queued one, the next of its route, what a function says, or the one for all others. */
final class Scripts {
    private record Route(String method, String target) {
        boolean matches(RequestHead head) {
            return method.equals(head.method()) && Targets.matches(target, head.target());
        }
    }

    private final Deque<Script> queue = new ArrayDeque<>();
    private final Map<Route, Deque<Script>> routes = new LinkedHashMap<>();
    private Function<? super RequestHead, @Nullable Script> function = head -> null;
    private Script otherwise = Script.answer(200);

    synchronized void enqueue(List<Script> scripts) {
        queue.addAll(scripts);
    }

    synchronized void enqueue(String method, String target, List<Script> scripts) {
        routes.computeIfAbsent(new Route(method, target), route -> new ArrayDeque<>())
                .addAll(scripts);
    }

    synchronized void on(Function<? super RequestHead, @Nullable Script> function) {
        this.function = function;
    }

    synchronized void otherwise(Script script) {
        otherwise = script;
    }

    /** The script of a request of which nothing is known yet, if there is one. */
    synchronized @Nullable Script next() {
        return queue.poll();
    }

    Script choose(RequestHead head) {
        Function<? super RequestHead, @Nullable Script> ask;
        synchronized (this) {
            for (Map.Entry<Route, Deque<Script>> route : routes.entrySet()) {
                if (route.getKey().matches(head) && !route.getValue().isEmpty()) {
                    return route.getValue().remove();
                }
            }
            ask = function;
        }
        // Not under the lock: a test's function may wait for something.
        Script chosen = ask.apply(head);
        if (chosen != null) {
            return chosen;
        }
        synchronized (this) {
            return otherwise;
        }
    }
}
