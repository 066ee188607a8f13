package dev.reprise.testing;

import org.jspecify.annotations.Nullable;

/**
 * A request that was not read to its end: the server broke it off, or the client did.
 *
 * @param connection the connection on which it arrived
 * @param head request line and headers, or {@code null} if they were not read completely
 * @param headBytes how many bytes of request line and headers were read
 * @param bodyBytes how many bytes of the body were read, without the framing of a chunked one
 * @param applied whether it was applied all the same
 */
public record PartialRequest(
        ServerConnection connection, @Nullable RequestHead head, int headBytes, int bodyBytes, boolean applied) {
    /** Names the connection and the counts; never the query, a header's value or the body. */
    @Override
    public String toString() {
        String what = head == null ? "a request of connection " + connection.number() : head.toString();
        return what + " cut off after " + headBytes + " bytes of its head and " + bodyBytes + " of its body"
                + (applied ? ", applied" : "");
    }
}
