package dev.reprise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.deadline.Deadline;
import dev.reprise.internal.CallContext;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** No test leaves on its thread a deadline or a call that covers all scopes: the tests after it would be inside of them. */
public final class NothingLeaks implements AfterEachCallback {

    @Override
    public void afterEach(ExtensionContext context) {
        assertThat(Deadline.current().isBounded())
                .as("a deadline is left on the thread")
                .isFalse();
        assertThat(CallContext.covers("")).as("a call is left on the thread").isFalse();
    }
}
