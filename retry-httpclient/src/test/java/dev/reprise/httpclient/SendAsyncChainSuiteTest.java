package dev.reprise.httpclient;

import dev.reprise.RetryPolicy;
import dev.reprise.suite.ChainSuite;
import dev.reprise.suite.Port;

/** The chain's suite over {@code sendAsync}. */
class SendAsyncChainSuiteTest extends ChainSuite {

    @Override
    protected Port port(RetryPolicy policy) {
        return new JdkPort(RetryHttpClient.wrap(Calls.plain(), policy), Result.Way.SEND_ASYNC);
    }
}
