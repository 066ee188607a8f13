package dev.reprise.testing;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a server applied: the only truth that a test may believe. Thread-safe; entries are never taken back. */
public final class Ledger {
    /** RFC 9110 §9.2.1: these ask for nothing to be done. */
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final Monitor monitor = new Monitor();
    private final List<Entry> entries = new ArrayList<>();

    Ledger() {}

    /**
     * One applied request.
     *
     * @param method the request's method
     * @param target the request's target, with its query
     * @param key the value of the header by which the server tells repetitions, or {@code null} if it looks for none or there was none
     * @param bodyDigest the SHA-256 of the body, in lower-case hexadecimal digits
     * @param connection the number of the connection on which it came
     */
    public record Entry(String method, String target, @Nullable String key, String bodyDigest, int connection) {
        /** Names method, path and connection; never the key or the query. */
        @Override
        public String toString() {
            return method + " " + Targets.path(target) + " (connection " + connection + ")";
        }
    }

    /**
     * Everything that was applied.
     *
     * @return the entries so far, in the order in which they were applied
     */
    public List<Entry> entries() {
        return monitor.read(() -> List.copyOf(entries));
    }

    /**
     * How often a request was applied.
     *
     * @param method the method, in upper case
     * @param target a path, which matches with any query, or a path with its query
     * @return the number of entries
     */
    public int applied(String method, String target) {
        return monitor.read(() -> (int) entries.stream()
                .filter(entry -> entry.method().equals(method) && Targets.matches(target, entry.target()))
                .count());
    }

    /**
     * How many applied requests were meant to change something, whatever their target: all but GET, HEAD, OPTIONS and TRACE.
     *
     * @return the number of entries
     */
    public int charges() {
        return monitor.read(this::countCharges);
    }

    /**
     * Waits until so many {@linkplain #charges() charges} have been applied.
     *
     * @param count how many
     * @param timeout how long to wait at most
     * @throws AssertionError if they were not applied in time
     */
    public void awaitCharges(int count, Duration timeout) {
        monitor.await(
                timeout,
                () -> countCharges() >= count,
                () -> count + " charge(s), but the ledger has " + countCharges());
    }

    void add(RequestHead head, byte[] body, @Nullable String key) {
        Entry entry = new Entry(
                head.method(),
                head.target(),
                key,
                digest(body),
                head.connection().number());
        monitor.change(() -> entries.add(entry));
    }

    private int countCharges() {
        return (int) entries.stream()
                .filter(entry -> !SAFE_METHODS.contains(entry.method()))
                .count();
    }

    static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "Ledger" + entries();
    }
}
