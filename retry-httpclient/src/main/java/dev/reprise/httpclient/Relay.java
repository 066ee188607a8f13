package dev.reprise.httpclient;

import dev.reprise.internal.Timers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Hands the items of a publisher on to one subscriber, one at a time, and can hold them: until somebody subscribes, or until what came behind
 * them is known. Signals are serial, whichever threads they come from, and are given outside the lock.
 *
 * @param <T> the items
 */
abstract class Relay<T> implements Flow.Subscriber<T> {

    private final Object lock = new Object();
    private final ArrayDeque<T> queue = new ArrayDeque<>();
    private final AtomicInteger work = new AtomicInteger();
    private Flow.@Nullable Subscription upstream;
    private Flow.@Nullable Subscriber<? super T> downstream;
    private long demand;
    private boolean announced;
    private boolean asked;
    private boolean ended;
    private boolean over;
    private @Nullable Throwable failure;
    private @Nullable Future<?> timer;

    /**
     * An item arrived; called in order, under the lock.
     *
     * @return why the relay must break, or null
     */
    abstract @Nullable Throwable arrived(T item);

    /**
     * The publisher completed; called under the lock.
     *
     * @return why the relay must break, or null
     */
    @Nullable
    Throwable completed() {
        return null;
    }

    /** Whether the first of the held items may go on; called under the lock. When the publisher has ended, it must. */
    abstract boolean mayPass(T first, boolean atEnd);

    /** The first of the held items goes on; called under the lock. */
    void passed(T item) {
        // Most relays need not know.
    }

    /** The end came otherwise than by the publisher's completing; called under the lock, once. */
    void stopped() {
        // Most relays need not know.
    }

    /** Whether more is wanted although nobody has subscribed; called under the lock. */
    abstract boolean wantsMore();

    /** Something changed. Called outside the lock after an item or the end arrived. */
    void changed() {
        // Most relays need not know.
    }

    /** The subscriber threw what it must not throw. */
    void subscriberThrew(Throwable thrown) {
        // Most subscribers are the client's own.
    }

    // ---- upstream

    @Override
    public final void onSubscribe(Flow.Subscription subscription) {
        boolean refused;
        synchronized (lock) {
            refused = upstream != null || over;
            if (!refused) {
                upstream = subscription;
            }
        }
        if (refused) {
            subscription.cancel();
        }
        drain();
    }

    @Override
    public final void onNext(T item) {
        Throwable broken;
        synchronized (lock) {
            asked = false;
            if (over || ended) {
                return;
            }
            broken = arrived(item);
            if (broken == null) {
                queue.add(item);
            }
        }
        if (broken != null) {
            fail(broken);
        }
        atChange();
        drain();
    }

    @Override
    public final void onError(Throwable thrown) {
        end(thrown);
    }

    @Override
    public final void onComplete() {
        end(null);
    }

    private void end(@Nullable Throwable thrown) {
        synchronized (lock) {
            if (over || ended) {
                return;
            }
            ended = true;
            failure = thrown;
            Throwable broken = thrown == null ? completed() : null;
            if (thrown != null) {
                stopped();
            } else if (broken != null) {
                failure = broken;
                queue.clear();
            }
        }
        atChange();
        drain();
    }

    // ---- what the owner does

    /** Gives the items to a subscriber, those that are held first. Only one may ever subscribe. */
    final void attach(Flow.Subscriber<? super T> subscriber) {
        synchronized (lock) {
            if (downstream != null) {
                throw new IllegalStateException("there is a subscriber already");
            }
            downstream = subscriber;
        }
        drain();
    }

    /** Ends it with a failure, in place of everything that is held or would have come. */
    final void fail(Throwable why) {
        Flow.Subscription source;
        synchronized (lock) {
            if (over || (ended && queue.isEmpty())) {
                return;
            }
            if (!ended) {
                stopped();
            }
            ended = true;
            failure = why;
            if (downstream != null) {
                queue.clear();
            }
            source = upstream;
        }
        if (source != null) {
            source.cancel();
        }
        atChange();
        drain();
    }

    /** Lets go of the publisher; what is held stays, and reading past it fails. */
    final void letGo(Throwable why) {
        Flow.Subscription source;
        synchronized (lock) {
            if (ended || over) {
                return;
            }
            stopped();
            ended = true;
            failure = why;
            source = upstream;
        }
        if (source != null) {
            source.cancel();
        }
        atChange();
        drain();
    }

    /** Ends it with a failure if it has not come to its end in time. */
    final void failAfter(long nanos, Throwable why) {
        Future<?> running = Timers.after(nanos, () -> fail(why));
        synchronized (lock) {
            if (!ended && !over) {
                timer = running;
                return;
            }
        }
        running.cancel(false);
    }

    private void atChange() {
        changed();
        Future<?> running;
        synchronized (lock) {
            running = ended || over ? timer : null;
        }
        if (running != null) {
            running.cancel(false);
        }
    }

    final boolean hasEnded() {
        synchronized (lock) {
            return ended || over;
        }
    }

    final @Nullable Throwable failure() {
        synchronized (lock) {
            return failure;
        }
    }

    final List<T> held() {
        synchronized (lock) {
            return new ArrayList<>(queue);
        }
    }

    // ---- downstream

    private final class Demand implements Flow.Subscription {
        @Override
        public void request(long items) {
            if (items <= 0) {
                fail(new IllegalArgumentException("the number of requested items must be positive, but is " + items));
                return;
            }
            synchronized (lock) {
                demand = demand + items < 0 ? Long.MAX_VALUE : demand + items;
            }
            drain();
        }

        @Override
        public void cancel() {
            Flow.Subscription source;
            synchronized (lock) {
                if (!ended && !over) {
                    stopped();
                }
                over = true;
                queue.clear();
                source = upstream;
            }
            if (source != null) {
                source.cancel();
            }
            atChange();
        }
    }

    // ---- the loop

    private void drain() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        while (missed != 0) {
            while (step()) {
                // One signal at a time.
            }
            missed = work.addAndGet(-missed);
        }
    }

    /** Gives one signal, if there is one to give. */
    private boolean step() {
        Flow.Subscriber<? super T> target;
        Flow.Subscription source = null;
        T item = null;
        boolean announce = false;
        Throwable broken = null;
        synchronized (lock) {
            if (over) {
                return false;
            }
            target = downstream;
            T first = queue.peek();
            boolean passes = target != null && first != null && mayPass(first, ended);
            if (target != null && !announced) {
                announced = true;
                announce = true;
            } else if (passes && demand > 0) {
                demand--;
                item = first;
                queue.remove();
                passed(item);
            } else if (target != null && ended && first == null) {
                over = true;
                broken = failure;
            } else if (upstream != null && !asked && !ended && !passes && (target == null ? wantsMore() : demand > 0)) {
                asked = true;
                source = upstream;
            } else {
                return false;
            }
        }
        if (source != null) {
            source.request(1);
        } else if (target != null) {
            signal(target, announce, item, broken);
        }
        return true;
    }

    private void signal(
            Flow.Subscriber<? super T> target, boolean announce, @Nullable T item, @Nullable Throwable broken) {
        try {
            if (announce) {
                target.onSubscribe(new Demand());
            } else if (item != null) {
                target.onNext(item);
            } else if (broken != null) {
                target.onError(broken);
            } else {
                target.onComplete();
            }
        } catch (RuntimeException | Error thrown) {
            // A subscriber must not throw; one that does gets nothing more but the news of it.
            subscriberThrew(thrown);
            fail(thrown);
        }
    }
}
