package dev.reprise.examples;

import dev.reprise.action.BusinessAction;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The HTTP client of the shop's app: what the scenarios need of one, whichever it is. Thread-safe. */
public interface ShopClient {

    /** Asks for something. */
    Reply get(URI address) throws IOException, InterruptedException;

    /** Sends a JSON text, as a send of a business action if there is one. */
    Reply post(URI address, String json, @Nullable BusinessAction action) throws IOException, InterruptedException;

    /** Sends a JSON text under a key that the app made itself. */
    Reply postUnder(UUID key, URI address, String json) throws IOException, InterruptedException;
}
