/** An application that uses Reprise as its only knowledge of retries. */
@NullMarked
package dev.reprise.consumer;

import org.jspecify.annotations.NullMarked;
