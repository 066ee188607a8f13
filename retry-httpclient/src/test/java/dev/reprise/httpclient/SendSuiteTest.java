package dev.reprise.httpclient;

import dev.reprise.Retrier;
import dev.reprise.suite.HttpSuite;
import dev.reprise.suite.Port;

/** The suite of all clients over {@code send}. */
class SendSuiteTest extends HttpSuite {

    @Override
    protected Port port(Retrier retrier) {
        return new JdkPort(RetryHttpClient.wrap(Calls.plain(), retrier), Result.Way.SEND);
    }
}
