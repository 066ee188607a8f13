package dev.reprise.testing;

/** Comparing request targets. */
final class Targets {
    private Targets() {}

    static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Whether a target is the wanted one; a wanted one without a query leaves the query open. */
    static boolean matches(String wanted, String target) {
        return wanted.equals(wanted.indexOf('?') < 0 ? path(target) : target);
    }
}
