/** Servers that fail on purpose, for tests of HTTP clients. */
module dev.reprise.testing {
    requires static transitive org.jspecify;

    exports dev.reprise.testing;
}
