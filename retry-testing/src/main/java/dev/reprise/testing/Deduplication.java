package dev.reprise.testing;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies requests with the same key once: later ones are given the first one's answer, or told that it is still running. */
final class Deduplication {
    private static final Answer RUNNING = Answer.of(409, "running");
    private static final Answer MISMATCH = Answer.of(422, "key used with another payload");

    private static final class Kept {
        private final String fingerprint;
        private @Nullable Answer answer;

        private Kept(String fingerprint) {
            this.fingerprint = fingerprint;
        }
    }

    /** What one request learns about its key; settled once. */
    final class Claim {
        private final @Nullable String key;
        private final @Nullable Answer answer;
        private final boolean replay;
        private boolean open;

        private Claim(@Nullable String key, @Nullable Answer answer, boolean replay, boolean open) {
            this.key = key;
            this.answer = answer;
            this.replay = replay;
            this.open = open;
        }

        /** The answer that takes the place of the script's; null if the request is to be applied. */
        @Nullable
        Answer answer() {
            return answer;
        }

        boolean isReplay() {
            return replay;
        }

        @Nullable
        String key() {
            return key;
        }

        /** Keeps the answer of an applied request, or gives the key free again. */
        void settle(@Nullable Answer given) {
            synchronized (Deduplication.this) {
                if (!open || key == null) {
                    return;
                }
                open = false;
                Kept kept = requests.get(key);
                if (given == null || kept == null) {
                    requests.remove(key);
                } else {
                    kept.answer = given;
                }
            }
        }
    }

    private final Map<String, Kept> requests = new HashMap<>();
    private volatile @Nullable String header;

    void by(String name) {
        header = name;
    }

    /** The key of a request, if keys are looked for and it has one. */
    @Nullable
    String key(RequestHead head) {
        String name = header;
        return name == null ? null : head.header(name);
    }

    /** Called for requests that are going to be applied. */
    Claim claim(RequestHead head, byte[] body) {
        String key = key(head);
        if (key == null) {
            return new Claim(null, null, false, false);
        }
        String fingerprint = head.method() + " " + head.target() + " " + Ledger.digest(body);
        synchronized (this) {
            Kept kept = requests.get(key);
            if (kept == null) {
                requests.put(key, new Kept(fingerprint));
                return new Claim(key, null, false, true);
            }
            if (!kept.fingerprint.equals(fingerprint)) {
                return new Claim(key, MISMATCH, false, false);
            }
            if (kept.answer == null) {
                return new Claim(key, RUNNING, false, false);
            }
            return new Claim(key, replayOf(kept.answer), true, false);
        }
    }

    private static Answer replayOf(Answer answer) {
        return answer.framing() == Answer.Framing.RAW ? answer : answer.header(FaultServer.REPLAY_HEADER, "true");
    }
}
