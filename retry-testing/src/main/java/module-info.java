/** Servers that fail on purpose, for tests of HTTP clients. */
module dev.reprise.testing {
    requires static org.jspecify;

    exports dev.reprise.testing;
}
