package dev.reprise.examples.service;

import mockwebserver3.MockResponse;

/** What became of one request that wanted something done. */
sealed interface Result {

    /** Says it in words, without the key. */
    String description();

    /** Says it over HTTP. */
    MockResponse.Builder response();

    /** Done, or refused for good, now. */
    record First(Answer answer, String description) implements Result {

        @Override
        public MockResponse.Builder response() {
            return answer.response();
        }
    }

    /** Done, or refused for good, by an earlier request under the same key; this one changed nothing. */
    record Replayed(Answer answer, String participle) implements Result {

        static final String MARKER_HEADER = "Idempotent-Replayed";

        @Override
        public String description() {
            return "key seen before, nothing " + participle + ", the stored answer is sent again";
        }

        @Override
        public MockResponse.Builder response() {
            return answer.response().setHeader(MARKER_HEADER, "true");
        }
    }

    /** Written down, by this request or an earlier one, and not finished yet. */
    record Pending(State state, String requestId, String description) implements Result {

        static Pending seen(State state, String requestId) {
            return new Pending(state, requestId, "key seen before, its job is " + state.word());
        }

        @Override
        public MockResponse.Builder response() {
            return Answer.json(
                            202,
                            Json.object()
                                    .put("code", "PENDING")
                                    .put("state", state.word())
                                    .put("requestId", requestId))
                    .response();
        }

        /** Leaves the key out: it is a secret. */
        @Override
        public String toString() {
            return "Pending[state=" + state + "]";
        }
    }

    /** The request changed nothing, and is told why. */
    record Refused(Answer answer, String description) implements Result {

        /** The key belongs to an earlier request that asked for something else. */
        static Refused otherPayload(ScopedKey key) {
            return new Refused(
                    Answer.refusal(422, "OTHER_PAYLOAD", "This key was used with another payload", key.requestId()),
                    "key seen before with another payload, refused");
        }

        /** An earlier request under the same key is still at work. */
        static Refused stillRunning(ScopedKey key) {
            return new Refused(
                    Answer.refusal(
                            409, "STILL_RUNNING", "The first request with this key is still running", key.requestId()),
                    "the first request with this key is still running");
        }

        /** The key was settled so long ago that its answer is gone: whether it was done cannot be said any more. */
        static Refused noLongerKept(ScopedKey key) {
            return new Refused(
                    Answer.refusal(
                            410, "RESULT_NO_LONGER_KEPT", "The result of this key is no longer kept", key.requestId()),
                    "key seen long before, its result is no longer kept");
        }

        @Override
        public MockResponse.Builder response() {
            return answer.response();
        }
    }
}
