package dev.reprise.okhttp;

import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.EventListener;
import okhttp3.Interceptor;

/** What only newer versions of OkHttp can do. Loaded only where {@link OkHttpVersion} found it. */
final class OkHttp5Hooks {

    private OkHttp5Hooks() {}

    static void onCancel(Call call, CompletableFuture<?> signal) {
        call.addEventListener(new EventListener() {
            @Override
            public void canceled(Call cancelled) {
                signal.complete(null);
            }
        });
    }

    /** Saves the connect that a hidden second send would begin with, before it is refused. */
    static Interceptor.Chain withoutHiddenResends(Interceptor.Chain chain) {
        return chain.withRetryOnConnectionFailure(false);
    }

    /** The client may have been given another resolver after it was wrapped. */
    static Interceptor.Chain withBoundedDns(Interceptor.Chain chain) {
        Dns dns = chain.getDns();
        return dns instanceof BoundedDns ? chain : chain.withDns(new BoundedDns(dns));
    }

    /** The pool in use, which the client may have been given after it was wrapped. */
    static ConnectionPool pool(Interceptor.Chain chain) {
        return chain.getConnectionPool();
    }
}
