package straum.domain.ask;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;
import straum.domain.value.Interval;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

/** Checks a time that buckets are put together by. */
final class TimeChecker {
    private static final String UTC = "UTC";

    private static final List<String> UNITS =
            Stream.of(TimeKey.Unit.values()).map(TimeChecker::name).toList();

    /** The longest interval whose microseconds PostgreSQL counts in 8 bytes. */
    private static final long LONGEST = Long.MAX_VALUE / 1_000_000;

    private static final int HOUR = 3600;

    private final Width width;
    private final @Nullable ColumnType bucket;

    /**
     * For times of buckets of that width.
     *
     * @param bucket the bucket's type; null where it is not known: then what hangs on it goes unchecked
     */
    TimeChecker(Width width, @Nullable ColumnType bucket) {
        this.width = width;
        this.bucket = bucket;
    }

    /**
     * The time, which is null for the bucket itself.
     *
     * @throws AskException when PostgreSQL has no such time, or buckets of the width do not tell it
     */
    TimeKey check(Ask.@Nullable Time time) throws AskException {
        if (time instanceof Ask.Time.Bin bin) {
            return new TimeKey.Bin(width(bin.width()), bin.origin() == null ? 0 : origin(bin.origin()));
        }
        if (time instanceof Ask.Time.Trunc trunc) {
            TimeKey.Unit unit = unit(trunc.unit());
            if (unit == TimeKey.Unit.HOUR && HOUR % width.seconds() != 0) {
                throw bad(
                        trunc.unit(),
                        "buckets of " + width
                                + (width.seconds() > HOUR ? " are wider than an hour" : " do not fill an hour"),
                        "group by bucket, or by day");
            }
            return new TimeKey.Trunc(unit, trunc.zone() == null ? ZoneOffset.UTC : zone(trunc.zone()));
        }
        return new TimeKey.Bucket();
    }

    private long width(Operand operand) throws AskException {
        String text = text(operand, "interval");
        long seconds = text == null ? Interval.NOT_READ : Interval.seconds(text);
        String shown = Misfit.shown(operand.value());
        if (seconds == Interval.NOT_READ) {
            throw bad(operand, shown + " is not read as an interval", "write it as '1 day' or '6 hours'");
        }
        if (seconds == Long.MAX_VALUE) {
            throw bad(
                    operand,
                    shown + " is not always as long, and date_bin takes no months or years",
                    "write date_trunc('month', bucket), or 'quarter' or 'year'");
        }
        if (seconds == 0 || seconds % width.seconds() != 0) {
            throw bad(
                    operand,
                    shown + " is not a multiple of the view's buckets of " + width,
                    "date_bin puts whole buckets together: write " + width + ", or a multiple of it");
        }
        if (seconds > LONGEST) {
            throw bad(operand, shown + " is longer than PostgreSQL's date_bin takes", null);
        }
        return seconds;
    }

    private long origin(Operand operand) throws AskException {
        if (bucket == null) {
            return 0;
        }
        byte[] value = TypedValue.of("the origin", bucket, operand);
        long micros = ColumnType.longOf(value, 0, value.length);
        if (micros == Long.MIN_VALUE || micros > Long.MAX_VALUE - Epoch.MICROS) {
            throw bad(
                    operand,
                    Misfit.shown(operand.value()) + " is beyond every bucket, and an origin is an edge of one",
                    "leave it out: it is 1970-01-01 00:00 then");
        }
        return Bounds.edge(operand, bucket, width);
    }

    private TimeKey.Unit unit(Operand operand) throws AskException {
        String text = text(operand, "text");
        String folded = text == null ? "" : text.toLowerCase(Locale.ROOT);
        for (TimeKey.Unit unit : TimeKey.Unit.values()) {
            if (name(unit).equals(folded)) {
                return unit;
            }
        }
        String hint = ViewNames.didYouMean(folded, UNITS, "the units are " + String.join(", ", UNITS));
        if (folded.startsWith("minute") || folded.startsWith("second")) {
            hint = width.seconds() < 3600
                    ? "write date_bin('" + width + "', bucket), or a multiple of it, for less than an hour"
                    : "the view's buckets are of " + width
                            + ": nothing narrower can be told, and bucket itself is each";
        }
        throw bad(operand, Misfit.shown(operand.value()) + " is no unit of date_trunc here", hint);
    }

    private ZoneId zone(Operand operand) throws AskException {
        if (bucket != null && bucket.kind() != ColumnType.Kind.TIMESTAMPTZ) {
            throw new AskException(
                    new AskError.Zone(
                            "the bucket is of type " + bucket.name()
                                    + ", which has no zone, and date_trunc takes none for it",
                            "leave the zone out: times are cut off as they read"),
                    operand.place());
        }
        String text = text(operand, "text");
        if (text != null && text.equals(UTC)) {
            return ZoneOffset.UTC;
        }
        if (text == null || !isRegion(text)) {
            List<String> regions = Stream.concat(
                            ZoneId.getAvailableZoneIds().stream()
                                    .filter(TimeChecker::isRegion)
                                    .sorted(),
                            Stream.of(UTC))
                    .toList();
            String hint = "zones are named by their region, as 'Europe/Prague', or 'UTC'";
            throw new AskException(
                    new AskError.Zone(
                            Misfit.shown(operand.value()) + " is not a zone that is taken",
                            text == null ? hint : ViewNames.didYouMean(text, regions, hint)),
                    operand.place());
        }
        return ZoneId.of(text);
    }

    /** A name of the IANA database with its area: not an abbreviation, and not an offset, whose sign means two things. */
    private static boolean isRegion(String zone) {
        return zone.indexOf('/') > 0
                && !zone.startsWith("SystemV/")
                && ZoneId.getAvailableZoneIds().contains(zone);
    }

    /** The text of a quoted text, or of one with that type before it; null for other values. */
    private static @Nullable String text(Operand operand, String type) {
        if (operand.value() instanceof Literal.Text text) {
            return text.text();
        }
        return operand.value() instanceof Literal.Typed typed && typed.type().equals(type) ? typed.text() : null;
    }

    private static AskException bad(Operand operand, String message, @Nullable String hint) {
        return new AskException(new AskError.BadTime(message, hint), operand.place());
    }

    private static String name(TimeKey.Unit unit) {
        return unit.name().toLowerCase(Locale.ROOT);
    }
}
