package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.action.StatusAnswer;
import dev.reprise.deadline.Deadline;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Turn;
import dev.reprise.outcome.Ending;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Drives a {@link LogicalCall} without holding a thread while it waits. It holds no rule: it does what each step says and reports
 * back.
 *
 * <p>The first attempt starts on the calling thread. The call goes on where its attempt completed, unless that thread is inside a
 * call or has a deadline bound to it; after everything else it goes on on the user's scheduler, or without one on {@link
 * CallThreads}. Stores that may block and queries have {@link SideThreads}. The library's timer thread does nothing but hand over.
 *
 * @param <A> what an attempt brings
 * @param <T> what the caller gets
 */
public final class AsyncDriver<A extends @Nullable Object, T extends @Nullable Object> {

    private final LogicalCall call;
    private final AsyncHost<A, T> host;
    private final AsyncThreads threads;
    private final CapturedContext context;
    private final @Nullable CallContext outer;
    private final CallContext inside;
    private final CallFuture<T> future = new CallFuture<>(this::cancelled);
    private final Waits waits = new Waits(future);

    private Step step = Step.FINISH;
    private @Nullable CompletableFuture<?> pending;
    private @Nullable Throwable broken;

    private AsyncDriver(LogicalCall call, AsyncHost<A, T> host, Surroundings around) {
        this.call = call;
        this.host = host;
        this.threads = AsyncThreads.of(call.policy().scheduler());
        this.context = around.context;
        ActionSend send = call.send();
        this.outer = around.outer;
        this.inside = CallContext.inside(
                call.facts().scope(), send == null ? null : send.actionId(), call.protection(), around.outer);
    }

    /**
     * Drives the call to its end. Nothing is thrown: whatever goes wrong, the future completes.
     *
     * @param call a call that was not started
     * @param host the transport
     * @param <A> what an attempt brings
     * @param <T> what the caller gets
     * @return completes with what the host delivers, or with the bare failure. Cancelling it, or a future derived from it, stops the
     *     call; so does completing it by hand
     */
    public static <A extends @Nullable Object, T extends @Nullable Object> CompletableFuture<T> drive(
            LogicalCall call, AsyncHost<A, T> host) {
        AsyncDriver<A, T> driver = new AsyncDriver<>(call, host, Surroundings.of(call.policy()));
        driver.start();
        return driver.future;
    }

    /** What surrounds a call when it is made, for a call that cannot be driven before something else is done on another thread. */
    public static final class Surroundings {
        private final CapturedContext context;
        private final @Nullable CallContext outer;

        private Surroundings(CapturedContext context, @Nullable CallContext outer) {
            this.context = context;
            this.outer = outer;
        }

        /**
         * Takes what surrounds the caller.
         *
         * @param policy the settings of the call
         * @return the surroundings
         */
        public static Surroundings of(RetryPolicy policy) {
            return new Surroundings(CapturedContext.capture(policy.contextCapture()), CallContext.current());
        }

        /**
         * Drives a call as {@link AsyncDriver#drive} does, from any thread.
         *
         * @param call a call that was not started
         * @param host the transport
         * @param <A> what an attempt brings
         * @param <T> what the caller gets
         * @return completes as that of {@link AsyncDriver#drive} does
         */
        public <A extends @Nullable Object, T extends @Nullable Object> CompletableFuture<T> drive(
                LogicalCall call, AsyncHost<A, T> host) {
            AsyncDriver<A, T> driver = new AsyncDriver<>(call, host, this);
            context.run(driver::start);
            return driver.future;
        }
    }

    private void start() {
        try {
            step = call.start();
        } catch (Throwable failure) {
            broken = failure;
            step = call.broke(failure);
        }
        move(null);
    }

    // ---- going on
    // ------------------------------------------------------------------------------------------------

    /** Goes from step to step until there is something to wait for; the stack stays flat however many steps there are. */
    private void move(@Nullable Object arrived) {
        Object what = arrived;
        while (step != Step.FINISH) {
            try {
                if (what == null) {
                    what = begin();
                }
                if (what == null) {
                    return;
                }
                Object taken = what;
                what = null;
                step = end(taken);
            } catch (Throwable failure) {
                what = null;
                broken = failure;
                step = call.broke(failure);
            }
        }
        finish();
    }

    /** Begins what the step says; null if there is something to wait for. */
    private @Nullable Object begin() {
        return switch (step) {
            case ATTEMPT -> attempt();
            case PAUSE -> pause();
            case TURN -> takeTurn();
            case RECORD -> record();
            case QUERY -> query();
            case FINISH -> throw new IllegalStateException("the call has ended");
        };
    }

    /** Reports what ended the step. */
    private Step end(Object what) {
        if (what instanceof Refused refused) {
            return call.broke(refused.why());
        }
        boolean cancelled = what == Waits.Signal.CANCELLED;
        boolean elapsed = what == Waits.Signal.ELAPSED;
        return switch (step) {
            case ATTEMPT -> {
                if (what == NotStarted.INSTANCE) {
                    yield call.stopped(Ending.CANCELLED);
                }
                yield call.ended(cancelled || elapsed ? host.cancelAttempt(call, elapsed) : judge(what));
            }
            case PAUSE -> cancelled ? call.stopped(Ending.CANCELLED) : call.resumed();
            case TURN -> {
                if (what == NotStarted.INSTANCE) {
                    yield call.stopped(Ending.NESTED);
                }
                yield cancelled || elapsed ? leaveQueue(cancelled) : call.turnTaken((Turn) what);
            }
            case RECORD -> call.recorded(elapsed ? storeHangs() : (Recorded) what);
            case QUERY -> cancelled || elapsed ? stopAsking(cancelled) : asked(what);
            case FINISH -> step;
        };
    }

    private void finish() {
        waits.close();
        pending = null;
        if (future.isDone()) {
            drop();
        } else {
            deliver();
        }
        future.forget();
    }

    private void deliver() {
        Throwable bug = broken;
        T result;
        try {
            result = host.deliver(call);
        } catch (Throwable failure) {
            if (bug != null) {
                Delivery.suppress(bug, failure);
            }
            future.fail(bug == null ? failure : bug);
            return;
        }
        if (bug != null || !future.deliver(result)) {
            drop();
        }
        if (bug != null) {
            future.fail(bug);
        }
    }

    private void drop() {
        try {
            host.drop();
        } catch (Throwable ignored) {
            // Nobody waits for the call any more.
        }
    }

    // ---- attempt
    // -------------------------------------------------------------------------------------------------

    private @Nullable Object attempt() {
        long startedAt = call.policy().ticker().nanos();
        int wait = waits.open(true);
        if (!waits.starts()) {
            return NotStarted.INSTANCE;
        }
        long limit;
        CompletionStage<A> stage;
        try {
            call.begin();
            limit = call.attemptNanos();
            stage = send(limit);
            whenDone(stage, (answer, failure) -> arrived(wait, answer, failure));
        } catch (Throwable failure) {
            return new Arrived<A>(null, Wrappers.remove(failure));
        } finally {
            waits.started();
        }
        if (limit != Long.MAX_VALUE && !waits.isOver(wait)) {
            limit(wait, limit - (call.policy().ticker().nanos() - startedAt));
        }
        return waits.park();
    }

    @SuppressWarnings("try") // the scope does its work by being open
    private CompletionStage<A> send(long nanos) throws Exception {
        CallContext outer = inside.enter();
        try (Deadline.Scope ignored = bind(nanos)) {
            return Objects.requireNonNull(host.attempt(call), "the attempt's stage");
        } finally {
            CallContext.exit(outer);
        }
    }

    private Deadline.@Nullable Scope bind(long nanos) {
        return nanos == Long.MAX_VALUE
                ? null
                : Deadline.after(
                                Duration.ofNanos(Math.max(1, nanos)),
                                call.policy().ticker())
                        .activate();
    }

    private void arrived(int wait, @Nullable A answer, @Nullable Throwable failure) {
        Throwable bare = failure == null ? null : Wrappers.remove(failure);
        Waits.Came came = waits.end(wait, new Arrived<>(answer, bare));
        if (came == Waits.Came.MOVES) {
            goOnHere();
        } else if (came == Waits.Came.LATE && answer != null) {
            host.discard(answer);
        }
    }

    @SuppressWarnings("unchecked") // what an attempt waits for is what its own stage brings
    private Judgement judge(Object what) {
        Arrived<A> arrived = (Arrived<A>) what;
        return host.judge(call, arrived.answer, arrived.failure);
    }

    // ---- pause
    // ---------------------------------------------------------------------------------------------------

    private @Nullable Object pause() {
        host.release();
        int wait = waits.open(true);
        long nanos = call.pauseNanos();
        if (nanos <= 0) {
            return Waits.Signal.ELAPSED;
        }
        // Parked first, so that not even the shortest pause goes on on this thread.
        Object cancelled = waits.park();
        if (cancelled != null) {
            return cancelled;
        }
        try {
            waits.timed(
                    wait,
                    threads.after(
                            nanos,
                            () -> elapsed(wait),
                            () -> came(wait, Waits.Signal.ELAPSED),
                            () -> came(wait, Refused.SHUT_DOWN)));
            return null;
        } catch (Throwable rejected) {
            // The retry cannot take place, but the attempt's own failure is what the caller gets.
            return waits.end(wait, new Refused(rejected)) == Waits.Came.MOVES ? waits.take() : null;
        }
    }

    // ---- turn, store, query
    // --------------------------------------------------------------------------------------

    private @Nullable Object takeTurn() {
        ActionSend send = call.send();
        if (send != null && CallContext.asksAbout(outer, send.actionId())) {
            // The call around the query waits for its answer, and this one would wait for that call.
            return NotStarted.INSTANCE;
        }
        long nanos = call.waitNanos();
        int wait = waits.open(true);
        CompletableFuture<Turn> turn = call.turn();
        pending = turn;
        whenDone(turn, (mine, givenUp) -> {
            if (mine != null) {
                came(wait, mine);
            }
        });
        limit(wait, nanos);
        return waits.park();
    }

    @SuppressWarnings("unchecked") // in this step nothing else is pending
    private Step leaveQueue(boolean cancelled) {
        CompletableFuture<Turn> turn = (CompletableFuture<Turn>) pending;
        if (turn != null) {
            Turn.giveUp(turn);
        }
        return call.stopped(cancelled ? Ending.CANCELLED : Ending.DEADLINE);
    }

    private @Nullable Object record() {
        ActionSend send = call.send();
        Recording work = call.recording();
        if (send != null && !send.storeMayBlock()) {
            return work.run();
        }
        // What is recorded decides what the record says of this send, so a cancel does not leave it half-way.
        int wait = waits.open(false);
        whenDone(
                SideThreads.WORK.supply(() -> context.call(work::run)),
                (recorded, failure) ->
                        came(wait, failure == null ? recorded : Recorded.failed(Wrappers.remove(failure))));
        limit(wait, call.waitNanos());
        return waits.park();
    }

    /** The store goes on by itself; the machine knows how to take back what it may still write. */
    private static Recorded storeHangs() {
        return Recorded.failed(new TimeoutException("the action store did not answer by the deadline"));
    }

    private @Nullable Object query() {
        host.release();
        int wait = waits.open(true);
        Asking asking = Asking.of(call, inside.asking());
        CompletableFuture<StatusAnswer> answer = SideThreads.WORK.supply(() -> context.call(asking));
        pending = answer;
        whenDone(
                answer,
                (found, failure) -> came(wait, failure == null ? found : new QueryFailed(Wrappers.remove(failure))));
        limit(wait, call.waitNanos());
        return waits.park();
    }

    private Step asked(Object what) {
        return what instanceof QueryFailed failed ? call.queryFailed(failed.why()) : call.answered((StatusAnswer) what);
    }

    private Step stopAsking(boolean cancelled) {
        CompletableFuture<?> answer = pending;
        if (answer != null) {
            answer.cancel(true);
        }
        return call.stopped(cancelled ? Ending.CANCELLED : Ending.DEADLINE);
    }

    private static <V extends @Nullable Object> void whenDone(
            CompletionStage<V> stage, BiConsumer<? super V, @Nullable Throwable> callback) {
        stage.whenComplete(callback);
    }

    private void came(int wait, Object what) {
        if (waits.end(wait, what) == Waits.Came.MOVES) {
            goOnElsewhere();
        }
    }

    // ---- time and threads
    // ----------------------------------------------------------------------------------------

    /** Ends the wait when its time is over. */
    private void limit(int wait, long nanos) {
        if (nanos <= 0) {
            waits.end(wait, Waits.Signal.ELAPSED);
        } else if (nanos != Long.MAX_VALUE) {
            waits.timed(wait, threads.limit(nanos, () -> elapsed(wait), () -> came(wait, Waits.Signal.ELAPSED)));
        }
    }

    private void elapsed(int wait) {
        if (waits.end(wait, Waits.Signal.ELAPSED) == Waits.Came.MOVES) {
            goOnHere();
        }
    }

    private void cancelled() {
        if (waits.cancel()) {
            goOn();
        }
    }

    /** Goes on on this thread, unless an attempt started here would see the deadline or the call that the thread is inside. */
    private void goOnHere() {
        if (CallContext.isInside() || Deadline.current().isBounded()) {
            goOnElsewhere();
        } else {
            goOn();
        }
    }

    private void goOnElsewhere() {
        threads.execute(this::goOn);
    }

    private void goOn() {
        context.run(() -> move(waits.take()));
    }

    /** What an attempt's stage completed with. */
    private static final class Arrived<A extends @Nullable Object> {
        final @Nullable A answer;
        final @Nullable Throwable failure;

        Arrived(@Nullable A answer, @Nullable Throwable failure) {
            this.answer = answer;
            this.failure = failure;
        }
    }

    /** What a status query threw. */
    private record QueryFailed(Throwable why) {}

    /** The user's scheduler refused a pause. */
    private static final class Refused {
        static final Refused SHUT_DOWN = new Refused(null);

        private final @Nullable Throwable why;

        Refused(@Nullable Throwable why) {
            this.why = why;
        }

        Throwable why() {
            return why == null ? new RejectedExecutionException("the scheduler was shut down during a pause") : why;
        }
    }

    /** What the step was about did not begin: a cancelled attempt, or a wait for a turn that is in vain. */
    private enum NotStarted {
        INSTANCE
    }
}
