package dev.reprise.internal;

import dev.reprise.action.StatusAnswer;
import dev.reprise.internal.action.ActionSend;
import dev.reprise.internal.action.Turn;
import dev.reprise.outcome.Ending;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Drives a {@link LogicalCall} on the calling thread. It holds no rule: it does what each step says and reports back. */
public final class BlockingDriver {

    private final LogicalCall call;
    private final BlockingHost host;

    private BlockingDriver(LogicalCall call, BlockingHost host) {
        this.call = call;
        this.host = host;
    }

    /**
     * Drives the call to its end.
     *
     * @param call a call that was not started
     * @param host the transport
     */
    public static void drive(LogicalCall call, BlockingHost host) {
        new BlockingDriver(call, host).run();
    }

    private void run() {
        RuntimeException thrown = null;
        Error error = null;
        @Nullable Step step = null;
        while (step != Step.FINISH) {
            try {
                step = step == null ? begin() : follow(step);
            } catch (RuntimeException broken) {
                thrown = broken;
                step = call.broke(broken);
            } catch (Error broken) {
                error = broken;
                step = call.broke(broken);
            }
        }
        if (error != null) {
            throw error;
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    private Step begin() {
        return Thread.currentThread().isInterrupted() ? call.stopped(Ending.INTERRUPTED) : call.start();
    }

    private Step follow(Step step) {
        return switch (step) {
            case TURN -> takeTurn();
            case RECORD -> call.recorded(record());
            case ATTEMPT -> attempt();
            case PAUSE -> pause();
            case QUERY -> query();
            case FINISH -> step;
        };
    }

    private Step attempt() {
        if (Thread.currentThread().isInterrupted()) {
            return call.stopped(Ending.INTERRUPTED);
        }
        if (isCancelled()) {
            return call.stopped(Ending.CANCELLED);
        }
        call.begin();
        return call.ended(send());
    }

    private Judgement send() {
        ActionSend send = call.send();
        CallContext outer =
                CallContext.enter(call.facts().scope(), send == null ? null : send.actionId(), call.protection());
        try {
            return host.attempt(call);
        } finally {
            CallContext.exit(outer);
        }
    }

    private Step pause() {
        host.release();
        try {
            call.policy().sleeper().sleep(call.pauseNanos(), host.cancelled());
        } catch (InterruptedException interrupted) {
            return interrupted();
        }
        return isCancelled() ? call.stopped(Ending.CANCELLED) : call.resumed();
    }

    private Step takeTurn() {
        ActionSend send = call.send();
        if (send != null && CallContext.asksAbout(CallContext.current(), send.actionId())) {
            // The call around the query waits for its answer, and this one would wait for that call.
            return call.stopped(Ending.NESTED);
        }
        long nanos = call.waitNanos();
        CompletableFuture<Turn> turn = call.turn();
        try {
            await(turn, nanos);
            return call.turnTaken(turn.get());
        } catch (InterruptedException interrupted) {
            Turn.giveUp(turn);
            return interrupted();
        } catch (TimeoutException late) {
            Turn.giveUp(turn);
            return call.stopped(isCancelled() ? Ending.CANCELLED : Ending.DEADLINE);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a turn cannot fail", impossible);
        }
    }

    private Recorded record() {
        ActionSend send = call.send();
        Recording work = call.recording();
        if (send != null && !send.storeMayBlock()) {
            return work.run();
        }
        CompletableFuture<Recorded> running = SideThreads.WORK.supply(work::run);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return running.get(Math.max(0, call.waitNanos()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException later) {
                    // The write decides what the record says of this send, so it is not left half-way.
                    interrupted = true;
                }
            }
        } catch (TimeoutException hanging) {
            // The store goes on by itself; the machine knows how to take back what it may still write.
            return Recorded.failed(new TimeoutException("the action store did not answer by the deadline"));
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            return Recorded.failed(cause == null ? failed : cause);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Step query() {
        host.release();
        ActionSend send = call.send();
        CallContext inside = CallContext.inside(
                        call.facts().scope(),
                        send == null ? null : send.actionId(),
                        call.protection(),
                        CallContext.current())
                .asking();
        CompletableFuture<StatusAnswer> answer = SideThreads.WORK.supply(Asking.of(call, inside));
        try {
            await(answer, call.waitNanos());
            return call.answered(answer.get());
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            return interrupted();
        } catch (TimeoutException hanging) {
            answer.cancel(true);
            return call.stopped(isCancelled() ? Ending.CANCELLED : Ending.DEADLINE);
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            return call.queryFailed(cause == null ? failed : cause);
        }
    }

    private Step interrupted() {
        Thread.currentThread().interrupt();
        return call.stopped(Ending.INTERRUPTED);
    }

    private boolean isCancelled() {
        CompletableFuture<?> signal = host.cancelled();
        return signal != null && signal.isDone();
    }

    /** Waits until the future or the cancel signal is done. */
    private void await(CompletableFuture<?> future, long nanos) throws InterruptedException, TimeoutException {
        @Nullable CompletableFuture<?> signal = host.cancelled();
        CompletableFuture<?> either = signal == null ? future : CompletableFuture.anyOf(future, signal);
        try {
            either.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            // The caller reads it from the future itself.
        }
        if (!future.isDone()) {
            throw new TimeoutException();
        }
    }
}
