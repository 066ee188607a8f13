package dev.reprise.testkit;

import dev.reprise.event.AttemptFinished;
import dev.reprise.event.AttemptStarted;
import dev.reprise.event.CallEnded;
import dev.reprise.event.QueryAnswered;
import dev.reprise.event.QueryAsked;
import dev.reprise.event.RetryListener;
import dev.reprise.event.RetryScheduled;
import dev.reprise.event.RetryStarted;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps every event. */
public final class RecordingListener implements RetryListener {

    private final List<Record> events = new CopyOnWriteArrayList<>();

    @Override
    public void attemptStarted(AttemptStarted event) {
        events.add(event);
    }

    @Override
    public void attemptFinished(AttemptFinished event) {
        events.add(event);
    }

    @Override
    public void retryScheduled(RetryScheduled event) {
        events.add(event);
    }

    @Override
    public void retryStarted(RetryStarted event) {
        events.add(event);
    }

    @Override
    public void queryAsked(QueryAsked event) {
        events.add(event);
    }

    @Override
    public void queryAnswered(QueryAnswered event) {
        events.add(event);
    }

    @Override
    public void ended(CallEnded event) {
        events.add(event);
    }

    public List<Record> events() {
        return List.copyOf(events);
    }

    public List<String> names() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    public <E extends Record> List<E> only(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
