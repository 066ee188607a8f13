package dev.reprise.internal;

import dev.reprise.RetryPolicy;
import dev.reprise.http.HttpMethods;
import dev.reprise.http.RequestView;
import dev.reprise.outcome.Repeatability;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a policy says of an HTTP request before it is sent. All HTTP drivers ask here. */
public final class HttpRequests {

    private static final Logger LOG = LoggerFactory.getLogger(HttpRequests.class);

    private HttpRequests() {}

    /**
     * The repeatability of an unbound request.
     *
     * @param policy the settings
     * @param request the request
     * @param declared what was declared for this one request, or null
     * @return the repeatability
     */
    public static Repeatability repeatability(
            RetryPolicy policy, RequestView request, @Nullable Repeatability declared) {
        if (declared != null) {
            return declared;
        }
        Function<RequestView, @Nullable Repeatability> own = policy.repeatability();
        if (own != null) {
            try {
                Repeatability said = own.apply(request);
                if (said != null) {
                    return said;
                }
            } catch (Throwable broken) {
                // Whoever meant to lower it must not end up with more.
                report("repeatability", broken);
                return Repeatability.ONCE;
            }
        }
        if (HttpMethods.isIdempotent(request.method())) {
            return Repeatability.IDEMPOTENT;
        }
        String keyHeader = policy.keyHeader();
        String key = keyHeader == null ? null : request.header(keyHeader);
        return key == null || key.trim().isEmpty() ? Repeatability.ONCE : Repeatability.KEYED;
    }

    /**
     * What live state is kept for.
     *
     * @param policy the settings
     * @param request the request
     * @return the scope's name, by default scheme, host and port
     */
    public static String scope(RetryPolicy policy, RequestView request) {
        Function<RequestView, String> own = policy.scope();
        if (own != null) {
            try {
                return Objects.requireNonNull(own.apply(request), "scope");
            } catch (Throwable broken) {
                report("scope", broken);
            }
        }
        return request.scheme() + "://" + request.host() + ":" + request.port();
    }

    private static void report(String setting, Throwable broken) {
        LOG.debug(
                "The policy's {} function threw {}", setting, broken.getClass().getName());
    }
}
