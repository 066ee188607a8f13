/** Reprise: client-side retries in which a timeout is not a failure but an unknown outcome. */
@SuppressWarnings("module") // the qualified exports name modules that are not on this module's path
module dev.reprise {
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.reprise;
    exports dev.reprise.action;
    exports dev.reprise.backoff;
    exports dev.reprise.breaker;
    exports dev.reprise.budget;
    exports dev.reprise.chain;
    exports dev.reprise.deadline;
    exports dev.reprise.event;
    exports dev.reprise.http;
    exports dev.reprise.outcome;
    exports dev.reprise.time;
    exports dev.reprise.internal to
            dev.reprise.okhttp,
            dev.reprise.httpclient;
    exports dev.reprise.internal.math to
            dev.reprise.okhttp,
            dev.reprise.httpclient;
    exports dev.reprise.internal.action to
            dev.reprise.okhttp,
            dev.reprise.httpclient;
}
