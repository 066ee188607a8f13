package dev.reprise.examples.report;

/**
 * What a measured figure is expected to lie in, where no exact figure can be.
 *
 * @param least the smallest value that is expected
 * @param most the largest one
 */
public record Range(long least, long most) {

    /** Checks the order. */
    public Range {
        if (least > most) {
            throw new IllegalArgumentException("least must not be above most: " + least + ", " + most);
        }
    }

    /** Whether a figure lies in the range. */
    boolean holds(Object figure) {
        return figure instanceof Number number && number.longValue() >= least && number.longValue() <= most;
    }

    @Override
    public String toString() {
        return least + " to " + most;
    }
}
