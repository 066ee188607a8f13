/** What the scenarios tell and what they count: the transcript for people, the rows for machines. */
@NullMarked
package dev.reprise.examples.report;

import org.jspecify.annotations.NullMarked;
