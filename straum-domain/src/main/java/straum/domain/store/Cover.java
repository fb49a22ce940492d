package straum.domain.store;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;

/**
 * Which buckets answer a range: of each width the whole buckets inside it, the widest first, and what is left at both
 * ends from the next narrower one. So each instant of the range is read from exactly one level (Invariant 9); and since
 * the range begins and ends on edges of the narrowest width, no bucket is read in part (Invariant 8).
 *
 * <p>Where an answer tells times apart, a bucket lies within one of them, or narrower ones are taken instead; and no
 * bucket reaches over an edge at which a condition on the bucket changes.
 */
final class Cover {
    private static final int HOUR = 3600;
    private static final int MINUTE = 60;

    private final Level[] levels;
    private final @Nullable TimeKey time;
    private final ColumnType type;
    private final Buckets buckets = new Buckets();

    private Cover(Level[] levels, @Nullable TimeKey time, ColumnType type) {
        this.levels = levels;
        this.time = time;
        this.type = type;
    }

    /**
     * The buckets that answer a range, in the order of time.
     *
     * @param levels narrowest first
     * @param from an edge of the narrowest level, or {@link Long#MIN_VALUE}
     * @param to an edge of the narrowest level, exclusive, or {@link Long#MAX_VALUE}
     * @param time the time that the answer tells apart; null where it tells none
     * @param cuts edges of the narrowest level that no bucket reaches over, ascending
     * @param type of the buckets, for people
     * @throws UnanswerableException when a bucket of the narrowest level lies within no one time
     */
    static Buckets of(Level[] levels, long from, long to, @Nullable TimeKey time, long[] cuts, ColumnType type)
            throws UnanswerableException {
        Cover cover = new Cover(levels, time, type);
        int widest = time instanceof TimeKey.Bucket ? 0 : levels.length - 1;
        long begin = from;
        for (long cut : cuts) {
            if (cut > begin && cut < to) {
                cover.collect(widest, begin, cut);
                begin = cut;
            }
        }
        cover.collect(widest, begin, to);
        return cover.buckets;
    }

    private void collect(int level, long from, long to) throws UnanswerableException {
        if (from >= to) {
            return;
        }
        Width width = levels[level].width();
        long first = from == Long.MIN_VALUE || level == 0 ? from : ceiling(from, width);
        long last = to == Long.MAX_VALUE || level == 0 ? to : width.floor(to);
        if (first >= last) {
            collect(level - 1, from, to);
            return;
        }
        collect(level - 1, from, first);
        if (time == null || time instanceof TimeKey.Bucket) {
            levels[level].collect(first, last, buckets);
        } else {
            collectWithin(time, level, first, last);
        }
        collect(level - 1, last, to);
    }

    private void collectWithin(TimeKey of, int level, long first, long last) throws UnanswerableException {
        for (long edge : levels[level].edges(first, last)) {
            long end = edge + levels[level].width().seconds();
            if (of.holdsOne(edge, end)) {
                levels[level].collect(edge, end, buckets);
            } else if (level > 0) {
                collect(level - 1, edge, end);
            } else {
                throw straddling(of, edge);
            }
        }
    }

    private UnanswerableException straddling(TimeKey of, long edge) {
        StringBuilder message = new StringBuilder("the bucket ");
        type.print(Epoch.timestamp(edge), 0, Long.BYTES, message);
        message.append(", ").append(levels[0].width()).append(" wide, would straddle ");
        if (of instanceof TimeKey.Trunc trunc) {
            String unit = trunc.unit().name().toLowerCase(Locale.ROOT);
            message.append("two ").append(unit).append('s');
            if (!(trunc.zone() instanceof ZoneOffset)) {
                message.append(" of ").append(trunc.zone());
            }
        } else {
            message.append("two times of the answer");
        }
        int narrower = of instanceof TimeKey.Trunc trunc ? telling(trunc.zone().getRules(), edge) : 0;
        if (narrower >= MINUTE && narrower < levels[0].width().seconds()) {
            message.append(": buckets of ").append(new Width(narrower)).append(" in that view could tell them");
        }
        return new UnanswerableException(message.toString(), false);
    }

    /** The widest buckets that begin where an hour does in the zone, before and after the bucket at that edge. */
    private int telling(ZoneRules rules, long edge) {
        int width = levels[0].width().seconds();
        int before = rules.getOffset(Instant.ofEpochSecond(edge)).getTotalSeconds();
        int after = rules.getOffset(Instant.ofEpochSecond(edge + width)).getTotalSeconds();
        return gcd(gcd(HOUR, Math.abs(before)), gcd(width, Math.abs(after)));
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** The first edge of a width that is not before an instant. */
    static long ceiling(long seconds, Width width) {
        long floor = width.floor(seconds);
        return floor == seconds ? floor : floor + width.seconds();
    }
}
