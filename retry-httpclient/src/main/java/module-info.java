/** Reprise for java.net.http. */
module dev.reprise.httpclient {
    requires transitive dev.reprise;
    requires transitive java.net.http;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.reprise.httpclient;
}
