package dev.reprise.okhttp;

import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Interceptor;

/** Which hooks the OkHttp at hand has; both came with 5.4. */
final class OkHttpVersion {

    static final boolean HAS_CALL_LISTENERS = has(Call.class, "addEventListener", EventListener.class);
    static final boolean HAS_CHAIN_RETRY_SWITCH =
            has(Interceptor.Chain.class, "withRetryOnConnectionFailure", boolean.class);

    private OkHttpVersion() {}

    private static boolean has(Class<?> type, String method, Class<?> parameter) {
        try {
            type.getMethod(method, parameter);
            return true;
        } catch (NoSuchMethodException older) {
            return false;
        }
    }
}
