package dev.reprise.okhttp;

import dev.reprise.internal.CallPlace;
import okhttp3.Call;
import okhttp3.EventListener;
import org.jspecify.annotations.Nullable;

/**
 * Where in the code each call was made, since an enqueued one runs on another thread. OkHttp asks for a call's listener when the call is
 * made, on its maker's thread; that is the only moment at which it lets anyone look.
 */
final class CallPlaces implements EventListener.Factory {

    private static final ByIdentity<Call, CallPlace> PLACES = new ByIdentity<>();

    private final EventListener.Factory listeners;

    CallPlaces(EventListener.Factory listeners) {
        this.listeners = listeners;
    }

    @Override
    public EventListener create(Call call) {
        CallPlace here = CallPlace.here();
        if (here != null) {
            PLACES.putIfAbsent(call, here);
        }
        return listeners.create(call);
    }

    /** Where a call was made; null if nothing was around it, or if it was asked before. */
    static @Nullable CallPlace take(Call call) {
        return PLACES.remove(call);
    }
}
