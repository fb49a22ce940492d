package straum.app;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.store.Held;

/**
 * Where the server's clock in a zone differs from this machine's: the spans from the last instant before a difference
 * that was found alike to the first after it, in order. What differs at the first or last instant looked at is taken to
 * differ for ever before or after.
 */
record ZoneDifferences(List<Held.Span> spans) {
    private static final long DAY = 86_400;
    private static final long HOUR = 3600;

    /** 1900-01-01. */
    private static final long BEGIN = -2_208_988_800L;

    /** 2100-01-01. */
    private static final long END = 4_102_444_800L;

    ZoneDifferences {
        spans = List.copyOf(spans);
    }

    /**
     * The instants to look at: each UTC midnight from 1900, or from the zone's first change, to 2100, so that changes are
     * found which this machine does not know; and about each change that it knows, the last instant before and the first
     * after.
     */
    static long[] instants(ZoneId zone) {
        ZoneRules rules = zone.getRules();
        LongStream.Builder seconds = LongStream.builder();
        long begin = BEGIN;
        ZoneOffsetTransition change = rules.nextTransition(Instant.ofEpochSecond(TimeKey.FIRST_SECOND));
        while (change != null && change.toEpochSecond() < END) {
            long at = change.toEpochSecond();
            begin = Math.min(begin, Math.floorDiv(at, DAY) * DAY - 2 * DAY);
            seconds.add(at - HOUR).add(at - 1).add(at).add(at + HOUR);
            change = rules.nextTransition(change.getInstant());
        }
        for (long day = begin; day <= END; day += DAY) {
            seconds.add(day);
        }
        return seconds.build().sorted().distinct().toArray();
    }

    /** Compares what the server says at those instants with this machine's rules. */
    static ZoneDifferences of(ZoneId zone, long[] seconds, Zones.Told told) {
        ZoneRules rules = zone.getRules();
        TimeKey day = new TimeKey.Trunc(TimeKey.Unit.DAY, zone);
        List<Held.Span> spans = new ArrayList<>();
        for (int i = 0; i < seconds.length; i++) {
            int first = i;
            while (i < seconds.length && differs(rules, day, seconds[i], told.offsets()[i], told.days()[i])) {
                i++;
            }
            if (i > first) {
                spans.add(new Held.Span(
                        first == 0 ? Long.MIN_VALUE : seconds[first - 1],
                        i == seconds.length ? Long.MAX_VALUE : seconds[i]));
            }
        }
        return new ZoneDifferences(spans);
    }

    private static boolean differs(ZoneRules rules, TimeKey day, long second, long offset, long begin) {
        try {
            return rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds() != offset
                    || day.of(second) != begin;
        } catch (UnanswerableException never) {
            throw new AssertionError("a day from 1800 to 2100", never);
        }
    }

    /** The first span that overlaps the one given; null when none does. */
    Held.@Nullable Span within(long from, long to) {
        for (Held.Span span : spans) {
            if (span.from() < to && from < span.to()) {
                return span;
            }
        }
        return null;
    }
}
