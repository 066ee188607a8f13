package dev.reprise.okhttp;

import dev.reprise.internal.LiveRetrier;
import okhttp3.ConnectionPool;

/**
 * What a client was wrapped with.
 *
 * @param retrier the policy of requests that bring none of their own, and the live state of all
 * @param answerInDoubt whether a bound call that stays in doubt returns its answer in place of throwing
 * @param deadlineCoversStreams whether the deadline also ends the reading of a streamed body
 * @param bufferLimit how many bytes of a bound call's bodies are held in memory
 * @param pool where the client keeps its connections
 * @param callTimeoutNanos the client's own call timeout, {@link Long#MAX_VALUE} for none
 */
record Settings(
        LiveRetrier retrier,
        boolean answerInDoubt,
        boolean deadlineCoversStreams,
        long bufferLimit,
        ConnectionPool pool,
        long callTimeoutNanos) {}
