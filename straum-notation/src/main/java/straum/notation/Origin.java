package straum.notation;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;

/** Reads {@code date_bin}'s origin: a text with one of the three types of a time. */
final class Origin {
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)(?:[ T](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?) ?(Z|UTC|[+-]\\d\\d(?::?\\d\\d)?)?)?");

    private Origin() {}

    /**
     * The type an origin is written with.
     *
     * @throws Refusal when it has none, cannot be read as the type, or is not on an edge of the buckets of that width
     */
    static ColumnType.Kind kind(Literals.Text origin, Width width) throws Refusal {
        if (origin.type() == null) {
            throw new Refusal(
                    origin.place(),
                    "the origin has no type",
                    "write TIMESTAMPTZ '1970-01-01 00:00:00+00', or TIMESTAMP '1970-01-01' for a column of type timestamp or date");
        }
        ColumnType.Kind kind = switch (origin.type()) {
            case "timestamptz" -> ColumnType.Kind.TIMESTAMPTZ;
            case "timestamp" -> ColumnType.Kind.TIMESTAMP;
            case "date" -> ColumnType.Kind.DATE;
            default ->
                throw new Refusal(
                        origin.place(), "an origin is no " + origin.type(), "write TIMESTAMPTZ, TIMESTAMP or DATE");
        };
        LocalDateTime utc = utc(origin, kind);
        boolean onEdge = utc.truncatedTo(ChronoUnit.SECONDS).equals(utc)
                && Math.floorMod(utc.toEpochSecond(ZoneOffset.UTC), width.seconds()) == 0;
        if (!onEdge) {
            throw new Refusal(
                    origin.place(),
                    "the origin is not on an edge of the buckets of " + width
                            + ", which are counted from 1970-01-01 00:00 UTC",
                    "write 1970-01-01 00:00:00");
        }
        return kind;
    }

    private static LocalDateTime utc(Literals.Text origin, ColumnType.Kind kind) throws Refusal {
        String text = origin.token().text();
        if (text.equals("epoch")) {
            return LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);
        }
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw unread(
                    origin, "write it as 1970-01-01 00:00:00" + (kind == ColumnType.Kind.TIMESTAMPTZ ? "+00" : ""));
        }
        @Nullable String clock = time.group(2);
        @Nullable String zone = time.group(3);
        if (kind == ColumnType.Kind.DATE && clock != null) {
            throw unread(origin, "a date has no time of day: write DATE '1970-01-01'");
        }
        if (kind == ColumnType.Kind.TIMESTAMP && zone != null) {
            throw unread(origin, "PostgreSQL would drop the offset: write TIMESTAMP '1970-01-01 00:00:00'");
        }
        if (kind == ColumnType.Kind.TIMESTAMPTZ && zone == null) {
            throw unread(origin, "it needs an offset: TIMESTAMPTZ '1970-01-01 00:00:00+00'");
        }
        try {
            LocalDateTime local =
                    LocalDate.parse(time.group(1)).atTime(clock == null ? LocalTime.MIDNIGHT : LocalTime.parse(clock));
            return local.minusSeconds(zone == null ? 0 : offset(zone).getTotalSeconds());
        } catch (DateTimeException e) {
            throw unread(origin, "there is no such day or time");
        }
    }

    private static ZoneOffset offset(String zone) {
        return zone.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(zone);
    }

    private static Refusal unread(Literals.Text origin, String hint) {
        return new Refusal(origin.place(), origin.token().shown() + " is not read as an origin", hint);
    }
}
