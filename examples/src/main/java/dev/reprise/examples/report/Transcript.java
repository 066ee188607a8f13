package dev.reprise.examples.report;

/**
 * The story of a run: who did what, in the order in which it happened. The text of two runs is the same byte for byte,
 * because keys, addresses and ports are {@linkplain Normaliser normalised} and times are never told.
 * What was measured stands apart.
 *
 * <p>Plain ASCII, so that it reads the same on every terminal. Thread-safe.
 */
public final class Transcript {

    private static final int WIDTH = 110;
    private static final String INDENT = " ".repeat(10);

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder measured = new StringBuilder();
    private final Normaliser normaliser = new Normaliser();

    /** Begins a part of several chapters. */
    public synchronized void part(String title) {
        begin("##### ", title);
    }

    /** Begins a chapter. */
    public synchronized void heading(String title) {
        begin("=== ", title);
    }

    /** Explains to the reader what is about to happen, or what to learn from it. */
    public synchronized void note(String sentence) {
        append("", sentence);
    }

    /** Tells what the application sent, received or knew. */
    public synchronized void client(String line) {
        append("  client  ", line);
    }

    /** Tells what the service did. */
    public synchronized void server(String line) {
        append("  server  ", line);
    }

    /** Tells what the person at the screen did or was shown. */
    public synchronized void user(String line) {
        append("  user    ", line);
    }

    /**
     * Tells what was measured and differs from run to run: it stands in a {@linkplain #measurements() part of its own}. The line
     * is not broken, so that it may be drawn.
     */
    public synchronized void measured(String line) {
        measured.append(line).append('\n');
    }

    /** Returns what was measured so far. */
    public synchronized String measurements() {
        return measured.toString();
    }

    /** Returns the text so far. */
    public synchronized String text() {
        return text.toString();
    }

    private void begin(String mark, String title) {
        if (text.length() > 0) {
            text.append('\n');
        }
        text.append(mark).append(title).append('\n');
    }

    private void append(String label, String line) {
        int width = WIDTH - label.length();
        int used = 0;
        text.append(label);
        for (String word : normaliser.normalise(line).split(" ", -1)) {
            if (used > 0 && used + 1 + word.length() > width) {
                text.append('\n').append(label.isEmpty() ? "" : INDENT);
                used = 0;
            }
            if (used > 0) {
                text.append(' ');
                used++;
            }
            text.append(word);
            used += word.length();
        }
        text.append('\n');
    }
}
