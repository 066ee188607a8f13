package dev.reprise.examples.docs;

import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionStore;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import java.time.Duration;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** The names that a code block of the documentation may use without declaring them. Nothing here ever runs. */
public abstract class Names {

    protected RetryPolicy policy;
    protected OkHttpClient client;
    protected Request request;
    protected RequestBody body;
    protected ActionStore store;
    protected Actions actions;
    protected BusinessAction payment;

    /** The application shows a sentence to the person at the screen. */
    protected abstract void show(String sentence);

    /** The application keeps a text. */
    protected abstract void keep(String text);

    /** The application's own question how often an order was charged. */
    protected abstract int chargesOf(String order, Duration within);
}
