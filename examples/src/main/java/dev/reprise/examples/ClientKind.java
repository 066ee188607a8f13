package dev.reprise.examples;

import dev.reprise.RetryPolicy;
import dev.reprise.examples.report.Transcript;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The HTTP clients over which the scenarios run. */
public enum ClientKind {
    /** OkHttp. */
    OKHTTP("OkHttp"),
    /** The JDK's own. */
    HTTPCLIENT("java.net.http.HttpClient");

    /** Stands for all of them. */
    static final String BOTH = "both";

    private final String title;

    ClientKind(String title) {
        this.title = title;
    }

    /**
     * Returns the kinds that a name stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    static List<ClientKind> named(String name) {
        List<ClientKind> kinds = Arrays.stream(values())
                .filter(kind -> name.equals(BOTH) || name.equals(kind.id()))
                .toList();
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException(
                    "client must be " + OKHTTP.id() + ", " + HTTPCLIENT.id() + " or " + BOTH + ", but is " + name);
        }
        return kinds;
    }

    /** The name in the rows. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name in the transcript. */
    public String title() {
        return title;
    }

    /** Returns a new client as it is without Reprise. */
    ShopClient plain() {
        return client(null, Shop.PATIENCE);
    }

    /**
     * Returns a new client as it is without Reprise that waits so long for an answer. What it does by itself is switched off,
     * so that whoever sends again is the app.
     */
    public ShopClient sendingOnce(Duration patience) {
        return switch (this) {
            case OKHTTP -> OkHttpShopClient.sendingOnce(patience);
            case HTTPCLIENT -> new JdkShopClient(null, patience);
        };
    }

    /** Returns a new client through Reprise. */
    ShopClient wrapped(Transcript transcript) {
        return wrapped(Shop.policy(transcript), Shop.PATIENCE);
    }

    /** Returns a new client through Reprise that waits so long for an answer. */
    public ShopClient wrapped(RetryPolicy policy, Duration patience) {
        return client(policy, patience);
    }

    private ShopClient client(@Nullable RetryPolicy policy, Duration patience) {
        return switch (this) {
            case OKHTTP -> new OkHttpShopClient(policy, patience);
            case HTTPCLIENT -> new JdkShopClient(policy, patience);
        };
    }
}
