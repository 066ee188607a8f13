/** To be described. */
@org.jspecify.annotations.NullMarked
package dev.reprise.okhttp;
