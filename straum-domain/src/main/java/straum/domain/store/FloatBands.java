package straum.domain.store;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The columns of sums that hold the finite floats of one input exactly. A float is a whole number times a power of two;
 * those whose powers are near each other, a <em>band</em>, are summed in one column as whole numbers of the band's least
 * power. So a sum is exact whatever comes and goes, and no value is more than a long.
 *
 * <p>A float of few digits, as {@code 3} or {@code 0.25}, counts in the power of its last digit that is not zero, so that
 * whole numbers are summed as such, in few bytes. One of many, as {@code 0.1}, counts in the power that its magnitude
 * gives its last digit, so that values of one magnitude are in one band or two, however they end. Which of the two a value
 * is, the value alone says: it leaves the column it went into.
 *
 * <p>One for all cells of a rollup; a band's column is made when its first value comes.
 */
final class FloatBands {
    /** A float of few digits has them in less than so many bits. */
    private static final int FEW_BITS = 31;

    /** The powers of a band of few digits: 31 bits and 31 more are below a long's 63. */
    private static final int FEW_SPAN = 32;

    /** The powers of a band of many digits: 53 bits and 9 more. */
    private static final int MANY_SPAN = 10;

    private static final int LEAST_POWER = -1074;
    private static final int GREATEST_POWER = 1023;

    /**
     * The values of one band.
     *
     * @param power what they count in is 2^power
     * @param sum the column
     */
    record Band(int power, int sum) {}

    private final Layouts layouts;
    private final int[] few = noColumns(FEW_SPAN);
    private final int[] many = noColumns(MANY_SPAN);
    private final List<Band> bands = new ArrayList<>();

    /** No bands yet. */
    FloatBands(Layouts layouts) {
        this.layouts = layouts;
    }

    private static int[] noColumns(int span) {
        int[] columns = new int[band(GREATEST_POWER, span) + 1];
        Arrays.fill(columns, State.NO_COLUMN);
        return columns;
    }

    /** Reads what a finite value adds. */
    void read(double value, Amounts into) {
        if (value == 0) {
            return;
        }
        long bits = Double.doubleToRawLongBits(value);
        int biased = (int) (bits >>> 52) & 0x7ff;
        long digits = (bits & 0xf_ffff_ffff_ffffL) | (biased == 0 ? 0 : 1L << 52);
        int power = Math.max(biased, 1) + LEAST_POWER - 1;
        int zeros = Long.numberOfTrailingZeros(digits);
        int column;
        if (digits >>> zeros >>> FEW_BITS == 0) {
            digits = digits >>> zeros << Math.floorMod(power + zeros, FEW_SPAN);
            column = column(few, FEW_SPAN, power + zeros);
        } else {
            digits <<= Math.floorMod(power, MANY_SPAN);
            column = column(many, MANY_SPAN, power);
        }
        into.sum(column, bits < 0 ? -digits : digits);
    }

    private int column(int[] columns, int span, int power) {
        int band = band(power, span);
        if (columns[band] == State.NO_COLUMN) {
            columns[band] = layouts.newSums();
            bands.add(new Band(Math.floorDiv(power, span) * span, columns[band]));
        }
        return columns[band];
    }

    private static int band(int power, int span) {
        return Math.floorDiv(power, span) - Math.floorDiv(LEAST_POWER, span);
    }

    /** The bytes of the heap that it takes. */
    long bytes() {
        return HeapSizes.object(4, 0)
                + HeapSizes.array(few.length, Integer.BYTES)
                + HeapSizes.array(many.length, Integer.BYTES)
                + HeapSizes.references(bands.size())
                + bands.size() * HeapSizes.object(0, 8);
    }

    /** The bands that values have come in so far. */
    List<Band> bands() {
        return List.copyOf(bands);
    }

    /** What {@link #sum} counts in is 2 to this power. */
    static int power(List<Band> bands) {
        return bands.stream().mapToInt(Band::power).min().orElse(0);
    }

    /** A sum over bands. */
    static BigInteger sum(List<Band> bands, ColumnTotals totals) {
        BigInteger sum = BigInteger.ZERO;
        int power = power(bands);
        for (Band band : bands) {
            sum = sum.add(totals.get(band.sum).shiftLeft(band.power - power));
        }
        return sum;
    }
}
