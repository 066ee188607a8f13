package dev.reprise.examples.labs;

import dev.reprise.examples.Reply;
import dev.reprise.examples.report.Transcript;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A retry loop as many apps have one: whatever is not answered is sent again after a pause. It makes the duplicates that
 * Reprise refuses to make.
 */
final class PlainLoop {

    private final Transcript transcript;

    /** One request; each call sends it once. */
    interface Send {
        Reply send() throws IOException, InterruptedException;
    }

    PlainLoop(Transcript transcript) {
        this.transcript = transcript;
    }

    /** Sends until something is answered. */
    Reply run(Send request) throws IOException, InterruptedException {
        for (int sends = 1; ; sends++) {
            try {
                return request.send();
            } catch (IOException e) {
                if (sends == Lab.MAX_ATTEMPTS) {
                    throw e;
                }
                transcript.client("no answer. \"It failed\", thinks the loop, and sends again:");
                TimeUnit.MILLISECONDS.sleep(Lab.pauseAfter(sends).toMillis());
            }
        }
    }
}
