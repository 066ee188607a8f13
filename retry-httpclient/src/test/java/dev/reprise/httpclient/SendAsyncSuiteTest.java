package dev.reprise.httpclient;

import dev.reprise.Retrier;
import dev.reprise.suite.HttpSuite;
import dev.reprise.suite.Port;

/** The suite of all clients over {@code sendAsync}. */
class SendAsyncSuiteTest extends HttpSuite {

    @Override
    protected Port port(Retrier retrier) {
        return new JdkPort(RetryHttpClient.wrap(Calls.plain(), retrier), Result.Way.SEND_ASYNC);
    }
}
