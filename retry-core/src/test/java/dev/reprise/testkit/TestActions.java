package dev.reprise.testkit;

import dev.reprise.action.ActionStore;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import dev.reprise.action.IdempotencyProfile;
import dev.reprise.action.InMemoryActionStore;
import dev.reprise.action.StatusAnswer;
import dev.reprise.action.StatusQuery;
import dev.reprise.action.StatusQuestion;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Business actions on fake time, one type for each repeatability: {@code keyed}, {@code verifiable}, {@code once}, and two that
 * have a key as well as a query: {@code keyed-query}, {@code reexecuting}. The query follows a script, whose last entry it
 * repeats.
 */
public final class TestActions {

    public static final Duration SETTLE_TIME = Duration.ofSeconds(2);
    public static final Duration KEY_LIFETIME = Duration.ofHours(24);

    private final Deque<Callable<StatusAnswer>> findings = new ArrayDeque<>();
    private final List<StatusQuestion> questions = new CopyOnWriteArrayList<>();
    private final ActionStore store;
    private final Duration settleTime;
    private final Actions actions;

    public TestActions(FakeTime time) {
        this(time, new InMemoryActionStore());
    }

    public TestActions(FakeTime time, ActionStore store) {
        this(time, store, SETTLE_TIME);
    }

    public TestActions(FakeTime time, Duration settleTime) {
        this(time, new InMemoryActionStore(), settleTime);
    }

    private TestActions(FakeTime time, ActionStore store, Duration settleTime) {
        this.store = store;
        this.settleTime = settleTime;
        actions = on(time);
    }

    /** The actions of another process, or of this one after a restart, on the same store. */
    public Actions on(FakeTime time) {
        IdempotencyProfile profile =
                IdempotencyProfile.bareHeader("X-Request-Id").keyLifetime(KEY_LIFETIME);
        StatusQuery query = StatusQuery.of(settleTime, this::ask);
        return Actions.builder(store)
                .namespace("test")
                .clock(time.clock())
                .ticker(time.ticker())
                .type("keyed", type -> type.profile(profile))
                .type("verifiable", type -> type.statusQuery(query))
                .type("once", type -> {})
                .type("keyed-query", type -> type.profile(profile).statusQuery(query))
                .type("reexecuting", type -> type.profile(profile.reexecutesAfter5xx())
                        .statusQuery(query))
                .build();
    }

    private StatusAnswer ask(StatusQuestion question) throws Exception {
        questions.add(question);
        Callable<StatusAnswer> next;
        synchronized (findings) {
            next = findings.size() > 1 ? findings.removeFirst() : findings.getFirst();
        }
        return next.call();
    }

    /** What the status query says next. */
    public TestActions finds(StatusAnswer... answers) {
        for (StatusAnswer answer : answers) {
            finds(() -> answer);
        }
        return this;
    }

    public TestActions finds(Callable<StatusAnswer> finding) {
        synchronized (findings) {
            findings.add(finding);
        }
        return this;
    }

    public Actions actions() {
        return actions;
    }

    public ActionStore store() {
        return store;
    }

    public BusinessAction open(String type) {
        return actions.open(type, "order-1");
    }

    public List<StatusQuestion> questions() {
        return Collections.unmodifiableList(questions);
    }
}
