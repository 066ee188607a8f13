package dev.reprise.testkit;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Where the tests' log goes: nowhere, or, between {@link #start} and {@link #stop}, into a list. */
public final class RecordedLog implements SLF4JServiceProvider {

    /** One line. */
    public record Line(
            Level level,
            String logger,
            String message,
            @Nullable Throwable thrown,
            @Nullable Map<String, String> context) {
        /** As it would stand in a file, stack trace included. */
        public String text() {
            StringWriter text = new StringWriter();
            text.append(level + " " + logger + " " + message + "\n");
            if (thrown != null) {
                thrown.printStackTrace(new PrintWriter(text, true));
            }
            return text.toString();
        }
    }

    private static final List<Line> LINES = new CopyOnWriteArrayList<>();
    private static volatile @Nullable Level threshold;

    private final MDCAdapter contexts = new BasicMDCAdapter();
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();

    /** Records from this level upwards. */
    public static void start(Level from) {
        LINES.clear();
        threshold = from;
    }

    public static List<Line> stop() {
        threshold = null;
        return List.copyOf(LINES);
    }

    private static boolean isWanted(Level level) {
        Level from = threshold;
        return from != null && level.toInt() >= from.toInt();
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> loggers.computeIfAbsent(name, Recorder::new);
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return new BasicMarkerFactory();
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return contexts;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}

    private static final class Recorder extends LegacyAbstractLogger {

        private static final long serialVersionUID = 1L;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public boolean isTraceEnabled() {
            return isWanted(Level.TRACE);
        }

        @Override
        public boolean isDebugEnabled() {
            return isWanted(Level.DEBUG);
        }

        @Override
        public boolean isInfoEnabled() {
            return isWanted(Level.INFO);
        }

        @Override
        public boolean isWarnEnabled() {
            return isWanted(Level.WARN);
        }

        @Override
        public boolean isErrorEnabled() {
            return isWanted(Level.ERROR);
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String pattern,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            String message = MessageFormatter.basicArrayFormat(pattern, arguments);
            LINES.add(new Line(level, name, message, thrown, MDC.getCopyOfContextMap()));
        }
    }
}
