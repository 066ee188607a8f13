package dev.reprise.internal;

import java.lang.reflect.Constructor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes the library's own threads. They keep no application alive, and nothing of the caller that happened to need the first
 * one: neither its inheritable thread locals nor its class loader.
 */
final class DaemonThreads implements ThreadFactory {

    private static final @Nullable Constructor<Thread> BARE = bare();

    private final String name;
    private final AtomicInteger number = new AtomicInteger();

    DaemonThreads(String name) {
        this.name = name;
    }

    /** Android 26 does not have this constructor. */
    private static @Nullable Constructor<Thread> bare() {
        try {
            return Thread.class.getConstructor(
                    ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class);
        } catch (NoSuchMethodException older) {
            return null;
        }
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = create(work, name + "-" + number.incrementAndGet());
        thread.setDaemon(true);
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        return thread;
    }

    private static Thread create(Runnable work, String name) {
        if (BARE != null) {
            try {
                return BARE.newInstance(null, work, name, 0L, false);
            } catch (ReflectiveOperationException refused) {
                return new Thread(work, name);
            }
        }
        return new Thread(work, name);
    }
}
