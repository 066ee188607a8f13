/**
 * What HTTP itself says about repeating a request, free of any client: which methods are idempotent, how long a server
 * wants to be left alone, and the names of the header fields that matter.
 */
@NullMarked
package dev.reprise.http;

import org.jspecify.annotations.NullMarked;
