/** What the library promises, as far as core can keep it: each promise a test that fails when the promise is broken. */
package dev.reprise.promises;
