package dev.reprise.okhttp;

import dev.reprise.Retrier;
import dev.reprise.suite.AnswerSuite;
import dev.reprise.suite.BoundSuite;
import dev.reprise.suite.EndingSuite;
import dev.reprise.suite.LayerSuite;
import dev.reprise.suite.Port;
import dev.reprise.suite.SentOnceSuite;
import dev.reprise.suite.TimeSuite;
import org.junit.jupiter.api.Nested;

/** The suites of all clients over OkHttp. */
class HttpSuiteTest {

    @Nested
    class SentOnce extends SentOnceSuite {
        @Override
        protected Port port(Retrier retrier) {
            return OkHttpPort.over(retrier);
        }
    }

    @Nested
    class Bound extends BoundSuite {
        @Override
        protected Port port(Retrier retrier) {
            return OkHttpPort.over(retrier);
        }
    }

    @Nested
    class Time extends TimeSuite {
        @Override
        protected Port port(Retrier retrier) {
            return OkHttpPort.over(retrier);
        }
    }

    @Nested
    class Ending extends EndingSuite {
        @Override
        protected Port port(Retrier retrier) {
            return OkHttpPort.over(retrier);
        }
    }

    @Nested
    class Answer extends AnswerSuite {
        @Override
        protected Port port(Retrier retrier) {
            return OkHttpPort.over(retrier);
        }
    }

    @Nested
    class Layer extends LayerSuite {
        @Override
        protected Port port(Retrier retrier) {
            return OkHttpPort.over(retrier);
        }
    }
}
