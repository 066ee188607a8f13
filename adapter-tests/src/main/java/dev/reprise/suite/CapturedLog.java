package dev.reprise.suite;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** The tests' SLF4J: while a test listens, it keeps every line of this library at every level. */
public final class CapturedLog implements SLF4JServiceProvider {

    private static final List<Line> LINES = new CopyOnWriteArrayList<>();
    private static volatile boolean on;

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter mdc = new BasicMDCAdapter();

    /**
     * One line.
     *
     * @param level its level
     * @param text everything that a log file would show of it, the stack trace included
     * @param failure what was logged with it, or null
     * @param cid the correlation id of the thread's context, or null
     */
    public record Line(Level level, String text, @Nullable Throwable failure, @Nullable String cid) {}

    /** Begins to listen. */
    public static void start() {
        LINES.clear();
        on = true;
    }

    /** Ends it and returns what was heard. */
    public static List<Line> stop() {
        on = false;
        return new ArrayList<>(LINES);
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return Capturing::new;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return mdc;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // There is nothing to prepare.
    }

    private static final class Capturing extends LegacyAbstractLogger {
        private static final long serialVersionUID = 1L;

        Capturing(String name) {
            this.name = name;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                String message,
                Object @Nullable [] arguments,
                @Nullable Throwable failure) {
            if (!on || !name.startsWith("dev.reprise")) {
                return;
            }
            StringWriter text = new StringWriter();
            text.append(MessageFormatter.basicArrayFormat(message, arguments));
            if (failure != null) {
                failure.printStackTrace(new PrintWriter(text));
            }
            LINES.add(new Line(level, text.toString(), failure, MDC.get("cid")));
        }

        @Override
        public boolean isTraceEnabled() {
            return on;
        }

        @Override
        public boolean isDebugEnabled() {
            return on;
        }

        @Override
        public boolean isInfoEnabled() {
            return on;
        }

        @Override
        public boolean isWarnEnabled() {
            return on;
        }

        @Override
        public boolean isErrorEnabled() {
            return on;
        }
    }
}
