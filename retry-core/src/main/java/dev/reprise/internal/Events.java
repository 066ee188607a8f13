package dev.reprise.internal;

import dev.reprise.event.RetryListener;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happens. Whatever a listener throws stays here. */
final class Events {

    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private Events() {}

    static boolean attemptsWanted(List<RetryListener> listeners) {
        for (int i = 0; i < listeners.size(); i++) {
            try {
                if (listeners.get(i).wantsAttempts()) {
                    return true;
                }
            } catch (Throwable problem) {
                report(problem);
            }
        }
        return false;
    }

    static void tell(List<RetryListener> listeners, Consumer<RetryListener> event) {
        for (RetryListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable problem) {
                report(problem);
            }
        }
    }

    private static void report(Throwable problem) {
        LOG.debug("A retry listener threw {}", problem.getClass().getName());
    }
}
