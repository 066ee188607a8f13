package dev.reprise.httpclient;

import dev.reprise.internal.LiveRetrier;

/**
 * What a client was wrapped with.
 *
 * @param retrier the policy of requests that bring none of their own, and the live state of all
 * @param answerInDoubt whether a bound call that stays in doubt returns its answer in place of throwing
 * @param deadlineCoversStreams whether the deadline also ends the reading of a streamed body
 * @param keepActionHeader whether the header field with the action's public id is sent
 * @param bufferLimit how many bytes of a bound call's bodies are held in memory
 * @param recordLimit how many bytes of an unbound request's body are kept for a second send, where it could not be written again; 0 for none
 */
record Settings(
        LiveRetrier retrier,
        boolean answerInDoubt,
        boolean deadlineCoversStreams,
        boolean keepActionHeader,
        long bufferLimit,
        long recordLimit) {}
