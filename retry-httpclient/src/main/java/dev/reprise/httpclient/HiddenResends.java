package dev.reprise.httpclient;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Whether the client may send any request a second time by itself, which nothing can stop. */
final class HiddenResends {

    /** The property that lets it. */
    static final String PROPERTY = "jdk.httpclient.enableAllMethodRetry";

    private static final String FILE = "conf/net.properties";

    private HiddenResends() {}

    /** Reads the property as the client does: from the system, else from its configuration file; a value that is empty means "true". */
    static boolean areEnabled() {
        String value = System.getProperty(PROPERTY);
        if (value == null) {
            value = configured();
        }
        return isTrue(value);
    }

    static boolean isTrue(@Nullable String value) {
        return value != null && (value.isEmpty() || Boolean.parseBoolean(value));
    }

    private static @Nullable String configured() {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(System.getProperty("java.home"), FILE))) {
            properties.load(in);
        } catch (IOException | RuntimeException absent) {
            return null;
        }
        return properties.getProperty(PROPERTY);
    }
}
