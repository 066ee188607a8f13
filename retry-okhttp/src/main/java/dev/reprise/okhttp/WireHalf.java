package dev.reprise.okhttp;

import okhttp3.Call;
import okhttp3.OkHttpClient;

/**
 * Looks whether the client that makes a call still has the wire half: a client made from a wrapped one may have lost it. OkHttp shows a call's
 * client only in a type that named modules and shrunk applications may not reach, and then nothing is known.
 */
final class WireHalf {

    private WireHalf() {}

    static boolean isMissing(Call call) {
        try {
            Object client = call.getClass().getMethod("getClient").invoke(call);
            return client instanceof OkHttpClient known
                    && known.networkInterceptors().stream().noneMatch(WireInterceptor.class::isInstance);
        } catch (ReflectiveOperationException | RuntimeException hidden) {
            return false;
        }
    }
}
