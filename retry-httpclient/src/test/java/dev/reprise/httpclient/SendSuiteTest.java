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

/** The suites of all clients over {@code send}. */
class SendSuiteTest {

    @Nested
    class SentOnce extends SentOnceSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND);
        }
    }

    @Nested
    class Bound extends BoundSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND);
        }
    }

    @Nested
    class Time extends TimeSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND);
        }
    }

    @Nested
    class Ending extends EndingSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND);
        }
    }

    @Nested
    class Answer extends AnswerSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND);
        }
    }

    @Nested
    class Layer extends LayerSuite {
        @Override
        protected Port port(Retrier retrier) {
            return JdkPort.over(retrier, Result.Way.SEND);
        }

        @Override
        protected int requestsPerLostGet() {
            return 2;
        }
    }
}
