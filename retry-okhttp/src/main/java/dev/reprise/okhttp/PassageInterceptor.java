package dev.reprise.okhttp;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * The inner end of the call half: behind it is OkHttp alone. What fails or is answered without having come by here is an
 * application's interceptor's own doing, and nobody watched what that one sent.
 */
final class PassageInterceptor implements Interceptor {

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        AttemptState state = AttemptState.of(chain.call(), request);
        if (state == null) {
            return chain.proceed(request);
        }
        state.passing();
        try {
            Response answer = chain.proceed(request);
            state.passed(null, answer.networkResponse() != null);
            return answer;
        } catch (Throwable failure) {
            state.passed(failure, false);
            throw failure;
        }
    }
}
