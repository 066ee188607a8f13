package dev.reprise.httpclient;

import dev.reprise.RetryPolicy;
import dev.reprise.suite.HttpSuite;
import dev.reprise.suite.Port;

/** The suite of all clients over {@code sendAsync}. */
class SendAsyncSuiteTest extends HttpSuite {

    @Override
    protected Port port(RetryPolicy policy) {
        return new JdkPort(RetryHttpClient.wrap(Calls.plain(), policy), Result.Way.SEND_ASYNC);
    }
}
