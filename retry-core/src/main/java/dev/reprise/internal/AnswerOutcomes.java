package dev.reprise.internal;

import dev.reprise.Outcome;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * What the calls learned that brought responses. An operation may return the response of a wrapped client, and the call around it
 * then has to know what that call left to be done. Each adapter says how it is read off its client's responses.
 */
public final class AnswerOutcomes {

    /** Knows the responses of one client. */
    public interface Reader {

        /**
         * Reads what the call learned that brought a response.
         *
         * @param answer anything that an operation returned
         * @return the outcome, or null if it is no response of this client
         */
        @Nullable
        Outcome read(Object answer);

        /**
         * The status of a response.
         *
         * @param answer what {@link #read} knew
         * @return the status
         */
        int status(Object answer);

        /**
         * Lets go of a response, and of its connection, that no caller will get because another attempt begins.
         *
         * @param answer what {@link #read} knew
         */
        void discard(Object answer);
    }

    private static final List<Reader> READERS = new CopyOnWriteArrayList<>();

    private AnswerOutcomes() {}

    /**
     * Adds a client, once, before its first response.
     *
     * @param reader knows its responses
     */
    public static void readBy(Reader reader) {
        READERS.add(Objects.requireNonNull(reader, "reader"));
    }

    /** Lets go of what another attempt takes the place of; anything but a response of a wrapped client is none of our business. */
    static void discard(@Nullable Object answer) {
        if (answer == null) {
            return;
        }
        for (Reader reader : READERS) {
            if (reader.read(answer) != null) {
                reader.discard(answer);
                return;
            }
        }
    }

    /** Whether this is the response of a wrapped client with a status that tells nothing of the service's health. */
    static boolean isNeutral(@Nullable Object answer) {
        if (answer == null) {
            return false;
        }
        for (Reader reader : READERS) {
            if (reader.read(answer) != null) {
                return ServiceHealth.isNeutral(reader.status(answer));
            }
        }
        return false;
    }

    /** What the call learned that brought this, or null if it is no response of a wrapped client. */
    static @Nullable Outcome of(@Nullable Object answer) {
        if (answer == null) {
            return null;
        }
        for (Reader reader : READERS) {
            Outcome outcome = reader.read(answer);
            if (outcome != null) {
                return outcome;
            }
        }
        return null;
    }
}
