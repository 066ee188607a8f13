package dev.reprise.backoff;

/** How chance spreads a pause. */
enum Jitter {
    NONE("no jitter"),
    FULL("full jitter"),
    EQUAL("equal jitter"),
    DECORRELATED("decorrelated jitter"),
    ADDITIVE("additive jitter below ");

    private final String words;

    Jitter(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
