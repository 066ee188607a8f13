package dev.reprise.okhttp;

/** Tags a request that is passed on as it is. */
enum LeftAlone {
    TAG
}
