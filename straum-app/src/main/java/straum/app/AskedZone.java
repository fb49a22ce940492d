package straum.app;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.domain.store.Held;
import straum.domain.value.Place;

/** The time zone an ask names, and the buckets it reads in it. */
record AskedZone(ZoneId zone, TimeKey.Trunc time) {
    /** The zone of an ask; null where it names none, or UTC. */
    static @Nullable AskedZone of(CheckedAsk ask) {
        for (CheckedAsk.Grouping by : ask.groupBy()) {
            if (by instanceof CheckedAsk.Grouping.ByTime of
                    && of.time() instanceof TimeKey.Trunc trunc
                    && !trunc.zone().equals(ZoneOffset.UTC)) {
                return new AskedZone(trunc.zone(), trunc);
            }
        }
        return null;
    }

    /**
     * Refuses an ask in a zone that the server does not know, or whose local times in the buckets read are others there.
     *
     * @param held the view's buckets; null when there are none
     */
    void refuse(ZoneProbes.Known known, Ask text, CheckedAsk ask, Held.@Nullable Span held) throws AskException {
        ZoneDifferences differences = known.differences();
        if (differences == null) {
            throw new AskException(
                    new AskError.Zone(
                            "the server does not know the zone " + zone,
                            "name another zone with the same times, or update the server's time zones"),
                    place(text));
        }
        if (held == null) {
            return;
        }
        long from = Math.max(held.from(), ask.from());
        long to = Math.min(held.to(), ask.to());
        Held.Span span = from < to ? differences.within(begin(from), to) : null;
        if (span != null) {
            throw new AskException(
                    new AskError.Zone(
                            "the server's times in " + zone + " are others than this Straum's " + shown(span)
                                    + ", and the ask reads buckets of then",
                            "ask for buckets outside of that, or update the time zones of the server or of Java"),
                    place(text));
        }
    }

    /** Where the first bucket's local day, week, month or year begins: its offset is part of the answer too. */
    private long begin(long first) {
        try {
            return time.of(first);
        } catch (UnanswerableException beforeTime) {
            return Long.MIN_VALUE;
        }
    }

    private static String shown(Held.Span span) {
        if (span.from() == Long.MIN_VALUE) {
            return span.to() == Long.MAX_VALUE ? "at all times" : "until " + Instant.ofEpochSecond(span.to());
        }
        return "from " + Instant.ofEpochSecond(span.from())
                + (span.to() == Long.MAX_VALUE ? " on" : " to " + Instant.ofEpochSecond(span.to()));
    }

    /** Where the ask names a zone. */
    private static @Nullable Place place(Ask ask) {
        for (Ask.Output output : ask.outputs()) {
            if (output instanceof Ask.Output.Timed timed
                    && timed.time() instanceof Ask.Time.Trunc trunc
                    && trunc.zone() != null) {
                return trunc.zone().place();
            }
        }
        for (Ask.Item item : ask.groupBy()) {
            if (item instanceof Ask.Item.Timed timed
                    && timed.time() instanceof Ask.Time.Trunc trunc
                    && trunc.zone() != null) {
                return trunc.zone().place();
            }
        }
        return null;
    }
}
