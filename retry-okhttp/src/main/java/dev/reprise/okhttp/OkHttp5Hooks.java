package dev.reprise.okhttp;

import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
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
}
