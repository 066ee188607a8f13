package dev.reprise.internal.action;

import dev.reprise.http.RequestView;

/**
 * Which requests send actions of a type: by method, and by a pattern of the path in which {@code *} stands for one segment and a
 * {@code **} at the end for any number of them.
 *
 * @param method the method as it is sent
 * @param pathPattern the pattern
 */
public record RequestTarget(String method, String pathPattern) {

    private static final String ONE = "*";
    private static final String ALL = "**";

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if one is unusable
     */
    public RequestTarget {
        if (method.trim().isEmpty()) {
            throw new IllegalArgumentException("the method of a target must not be blank");
        }
        if (!pathPattern.startsWith("/") || pathPattern.indexOf('?') >= 0 || pathPattern.indexOf('#') >= 0) {
            throw new IllegalArgumentException(
                    "the path pattern of a target must begin with a slash and have neither query nor fragment, but is "
                            + pathPattern);
        }
        String[] segments = segments(pathPattern);
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i];
            boolean wild = segment.equals(ONE) || (segment.equals(ALL) && i == segments.length - 1);
            if (!wild && segment.indexOf('*') >= 0) {
                throw new IllegalArgumentException(
                        "in the path pattern of a target * must be a whole segment, and ** the last"
                                + " one, but the pattern is " + pathPattern);
            }
        }
    }

    /** Whether a request is one of these. Paths are compared as they are sent, exactly. */
    boolean matches(RequestView request) {
        return method.equals(request.method()) && matchesPath(segments(request.path()));
    }

    private boolean matchesPath(String[] path) {
        String[] pattern = segments(pathPattern);
        for (int i = 0; i < pattern.length; i++) {
            if (pattern[i].equals(ALL)) {
                return true;
            }
            if (i == path.length || !(pattern[i].equals(ONE) ? !path[i].isEmpty() : pattern[i].equals(path[i]))) {
                return false;
            }
        }
        return path.length == pattern.length;
    }

    /** What stands between the slashes; an empty last segment counts, since a trailing slash makes another path. */
    private static String[] segments(String path) {
        return path.substring(path.startsWith("/") ? 1 : 0).split("/", -1);
    }
}
