package dev.reprise.internal;

/** What a driver must do next. The details are read from the {@link LogicalCall} that asks for it. */
public enum Step {
    /** Wait for the turn to send the business action: {@link LogicalCall#turn()}. */
    TURN,
    /** Do the store's work: {@link LogicalCall#recording()}. It may block. */
    RECORD,
    /** Send the request once, after {@link LogicalCall#begin()}. */
    ATTEMPT,
    /** Wait for {@link LogicalCall#pauseNanos()}, holding no connection. */
    PAUSE,
    /** Ask the status query: {@link LogicalCall#question()}. It may block. */
    QUERY,
    /** Hand the result to the caller: {@link LogicalCall#outcome()}. */
    FINISH
}
