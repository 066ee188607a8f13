/** What the blocking and the asynchronous driver have in common, and what only the asynchronous one has to do. */
package dev.reprise.drivers;
