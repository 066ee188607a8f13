package dev.reprise.httpclient;

import dev.reprise.Retrier;
import dev.reprise.suite.AnswerSuite;
import dev.reprise.suite.BoundSuite;
import dev.reprise.suite.EndingSuite;
import dev.reprise.suite.LayerSuite;
import dev.reprise.suite.Port;
import dev.reprise.suite.SentOnceSuite;
import dev.reprise.suite.TimeSuite;
import org.junit.jupiter.api.Nested;

/** The suites of all clients over {@code sendAsync}. */
class SendAsyncSuiteTest {

    @Nested
    class SentOnce extends SentOnceSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND_ASYNC);
        }
    }

    @Nested
    class Bound extends BoundSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND_ASYNC);
        }
    }

    @Nested
    class Time extends TimeSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND_ASYNC);
        }
    }

    @Nested
    class Ending extends EndingSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND_ASYNC);
        }
    }

    @Nested
    class Answer extends AnswerSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND_ASYNC);
        }
    }

    @Nested
    class Layer extends LayerSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND_ASYNC);
        }

        @Override
        protected int requestsPerLostGet() {
            return 2;
        }
    }
}
