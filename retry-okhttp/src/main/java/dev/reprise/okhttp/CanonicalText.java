package dev.reprise.okhttp;

/**
 * The text that stands for a request in its fingerprint.
 *
 * @param text the text
 */
record CanonicalText(String text) {

    /** Shows nothing of the text. */
    @Override
    public String toString() {
        return "canonical text of " + text.length() + " characters";
    }
}
