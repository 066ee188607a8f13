package dev.reprise.httpclient;

import dev.reprise.RetryPolicy;
import dev.reprise.internal.ChainFields;
import java.net.http.HttpRequest;

/** Checks the header fields of a policy's chain. */
final class ChainNames {

    private ChainNames() {}

    /**
     * Checks that the fields can be set, so that a policy is refused and not each of its requests.
     *
     * @throws IllegalArgumentException if one cannot
     */
    static RetryPolicy checked(RetryPolicy policy) {
        for (String name : ChainFields.names(policy)) {
            if (Notes.isPrivate(name) || !isAllowed(name)) {
                throw new IllegalArgumentException(
                        "the chain of policy " + policy.name() + " has the header field " + name
                                + ", which java.net.http.HttpClient keeps to itself or never sends; choose another name");
            }
        }
        return policy;
    }

    /** The client refuses some names, and system properties may change which ones. */
    private static boolean isAllowed(String name) {
        try {
            HttpRequest.newBuilder().setHeader(name, "1");
            return true;
        } catch (IllegalArgumentException restricted) {
            return false;
        }
    }
}
