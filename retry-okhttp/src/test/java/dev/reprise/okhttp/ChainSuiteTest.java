package dev.reprise.okhttp;

import dev.reprise.RetryPolicy;
import dev.reprise.suite.ChainSuite;
import dev.reprise.suite.Port;

/** The chain's suite over OkHttp. */
class ChainSuiteTest extends ChainSuite {

    @Override
    protected Port port(RetryPolicy policy) {
        return OkHttpPort.over(policy);
    }
}
