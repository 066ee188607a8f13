package dev.reprise.httpclient;

import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** What is known of request bodies by their class. */
final class Bodies {

    private static final String JDK = "jdk.internal.net.http.RequestPublishers$";

    /** The JDK's publishers over bytes in memory, which are the same each time. */
    private static final Set<String> IN_MEMORY =
            Set.of(JDK + "StringPublisher", JDK + "ByteArrayPublisher", JDK + "EmptyPublisher");

    /** One over a file opens it anew each time; the file may have changed. */
    private static final String FILE = JDK + "FilePublisher";

    private Bodies() {}

    /** Whether every subscriber gets the same bytes for certain. */
    static boolean isInMemory(@Nullable BodyPublisher body) {
        return body == null
                || body instanceof BytesBody
                || IN_MEMORY.contains(body.getClass().getName());
    }

    /**
     * Whether it can be subscribed to a second time. A publisher over streams cannot be told from one that hands out the same stream again, so
     * only the known ones count, and those that were declared.
     */
    static boolean isReplayable(@Nullable BodyPublisher body) {
        return isInMemory(body)
                || body instanceof DeclaredBody
                || (body != null && body.getClass().getName().equals(FILE));
    }

    /** A body that the caller declared to be the same each time; still checked, since being wrong would corrupt an upload. */
    record DeclaredBody(BodyPublisher body) implements BodyPublisher {
        @Override
        public long contentLength() {
            return body.contentLength();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            body.subscribe(subscriber);
        }

        /** Shows nothing of the body. */
        @Override
        public String toString() {
            return "replayable body";
        }
    }
}
