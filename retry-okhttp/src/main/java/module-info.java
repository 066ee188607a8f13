/** Reprise for OkHttp. */
@SuppressWarnings({"module", "requires-automatic", "requires-transitive-automatic"}) // OkHttp 4 and Okio are automatic
module dev.reprise.okhttp {
    requires transitive dev.reprise;
    requires transitive okhttp3;
    requires okio;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.reprise.okhttp;
}
