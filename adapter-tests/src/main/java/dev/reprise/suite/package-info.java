/** What every wrapped client promises, as tests over a {@link dev.reprise.suite.Port}. */
@org.jspecify.annotations.NullMarked
package dev.reprise.suite;
