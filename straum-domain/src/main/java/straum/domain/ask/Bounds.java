package straum.domain.ask;

import org.jspecify.annotations.Nullable;
import straum.domain.spec.Fact;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;
import straum.domain.value.Misfit;

/**
 * The range of an ask as edges of buckets, in epoch seconds: from the first, to before the second; {@link Long#MIN_VALUE}
 * and {@link Long#MAX_VALUE} where it is open.
 */
record Bounds(long from, long to) {
    private static final long MICROS = 1_000_000;

    /**
     * Reads the bounds as the bucket's type, timestamptz or timestamp.
     *
     * @throws AskException when one is no finite time or not on an edge of the width, or nothing lies between them
     */
    static Bounds of(@Nullable Operand from, @Nullable Operand to, ColumnType bucket, Width width) throws AskException {
        long first = from == null ? Long.MIN_VALUE : edge(from, bucket, width);
        long end = to == null ? Long.MAX_VALUE : edge(to, bucket, width);
        if (from != null && to != null && first >= end) {
            throw new AskException(new AskError.RangeEmpty(shown(first, bucket), shown(end, bucket)), to.place());
        }
        return new Bounds(first, end);
    }

    /**
     * One bound, an edge in epoch seconds.
     *
     * @throws AskException when it is no finite time or not on an edge of the width
     */
    static long edge(Operand bound, ColumnType bucket, Width width) throws AskException {
        byte[] value = TypedValue.of(Fact.BUCKET, bucket, bound);
        long micros = ColumnType.longOf(value, 0, value.length);
        // Beyond this date_bin itself overflows on the way to 1970, so no bucket is as far; the infinities are as well.
        if (micros == Long.MIN_VALUE || micros > Long.MAX_VALUE - Epoch.MICROS) {
            throw new AskException(new AskError.RangeBeyond(Misfit.shown(bound.value())), bound.place());
        }
        long sinceEpoch = micros + Epoch.MICROS;
        long seconds = Math.floorDiv(sinceEpoch, MICROS);
        long below = width.floor(seconds);
        if (below * MICROS != sinceEpoch) {
            throw new AskException(
                    new AskError.RangeUnaligned(
                            Misfit.shown(bound.value()),
                            width.toString(),
                            shown(below, bucket),
                            shown(below + width.seconds(), bucket)),
                    bound.place());
        }
        return seconds;
    }

    private static String shown(long epochSeconds, ColumnType bucket) {
        StringBuilder text = new StringBuilder();
        bucket.printIso(Epoch.timestamp(epochSeconds), 0, Long.BYTES, text);
        return text.toString();
    }
}
