package dev.reprise.examples.docs;

import dev.reprise.Retrier;
import dev.reprise.RetryPolicy;
import dev.reprise.action.ActionStore;
import dev.reprise.action.Actions;
import dev.reprise.action.BusinessAction;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;

/** The names that a code block of the documentation may use without declaring them. Nothing here ever runs. */
public abstract class Names {

    protected RetryPolicy policy;
    protected Retrier retrier;
    protected OkHttpClient client;
    protected HttpClient jdkClient;
    protected DataSource database;
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

    /** The application's own way to send a message under a key. */
    protected abstract CompletionStage<String> publish(String topic, String key, String message);

    /** The application's own metrics. */
    protected abstract void count(String name, String scope, String value);
}
