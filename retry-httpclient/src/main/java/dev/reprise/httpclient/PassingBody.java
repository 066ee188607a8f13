package dev.reprise.httpclient;

import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer that the caller gets whatever happens: it goes to the caller's subscriber at once, and how that went is noted.
 *
 * @param <T> what the caller's handler makes of a body
 */
final class PassingBody<T> implements HttpResponse.BodySubscriber<Received<T>> {

    /** The JDK's subscribers that keep nothing outside themselves: a second one starts from nothing. */
    private static final Set<String> FRESH = Set.of(
            "jdk.internal.net.http.ResponseSubscribers$ByteArraySubscriber",
            "jdk.internal.net.http.ResponseSubscribers$NullSubscriber");

    private final HttpResponse.BodySubscriber<T> subscriber;
    private volatile boolean touched;
    private volatile boolean broken;
    private volatile boolean complete;
    private volatile @Nullable Throwable failure;

    PassingBody(HttpResponse.BodySubscriber<T> subscriber) {
        this.subscriber = subscriber;
    }

    /** Whether the caller's handler could make the same of a second answer: it got nothing, or keeps nothing. */
    boolean mayBeUsedAgain() {
        return !touched || FRESH.contains(subscriber.getClass().getName());
    }

    /** What the caller's own code made of a body that came as it should; not a failure of the attempt. */
    @Nullable
    Throwable ownFailure() {
        return failure;
    }

    /** Whether the body has come to its end, good or bad. */
    boolean isOver() {
        return complete || broken;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
        touched = true;
        subscriber.onNext(item);
    }

    @Override
    public void onError(Throwable thrown) {
        broken = true;
        subscriber.onError(thrown);
    }

    @Override
    public void onComplete() {
        complete = true;
        subscriber.onComplete();
    }

    @Override
    public CompletionStage<Received<T>> getBody() {
        return subscriber
                .getBody()
                .whenComplete((body, thrown) -> {
                    if (thrown != null && !broken) {
                        failure = Causes.unwrapped(thrown);
                    }
                })
                .thenApply(Received.Given::new);
    }
}
