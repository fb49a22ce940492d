package straum.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** A size as the command line writes it, {@code 4GiB}. */
record ByteSize(long bytes) {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB|TiB)");

    /**
     * Reads a whole number and a unit: B, KiB, MiB, GiB or TiB, by powers of 1024. GB and the like are refused: they
     * mean one thing to PostgreSQL and another to the SI.
     *
     * @throws TypeConversionException when the text is no size, or one past the range of a long
     */
    static ByteSize parse(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a size: write a whole number and B, KiB, MiB, GiB or TiB, as 512MiB");
        }
        int shift = 10 * "BKMGT".indexOf(written.group(2).charAt(0));
        long count = Long.parseLong(written.group(1));
        if (count > Long.MAX_VALUE >> shift) {
            throw new TypeConversionException("'" + text + "' is too large a size");
        }
        return new ByteSize(count << shift);
    }

    /** The size in the widest unit that holds it whole, as {@link #parse} reads it. */
    @Override
    public String toString() {
        int unit = bytes == 0 ? 0 : Math.min(4, Long.numberOfTrailingZeros(bytes) / 10);
        return (bytes >> (10 * unit)) + "BKMGT".substring(unit, unit + 1) + (unit == 0 ? "" : "iB");
    }
}
