package dev.reprise.examples.service;

import java.sql.Connection;
import java.sql.SQLException;
import okio.ByteString;
import org.jspecify.annotations.Nullable;

/** Something that a request wants to have done. */
interface Command {

    /** Returns the {@link Digest} of what is wanted. */
    ByteString digest();

    /** Returns the order that it is about, or null if it is about none. */
    default @Nullable String orderId() {
        return null;
    }

    /**
     * Does it, over a connection whose transaction belongs to the caller: what becomes of the key is written into the
     * same one. A refusal that would be the same the next time is an answer too; whatever may pass is an exception, so
     * that nothing of it is kept.
     */
    Done execute(Connection connection, Caller caller) throws SQLException;

    /** Returns what a request that comes again does not have done, as one word for the log. */
    default String participle() {
        return "done";
    }

    /** Returns what is sent to a request that comes again: the first answer, to the byte. */
    default Answer again(Answer first) {
        return first;
    }
}
