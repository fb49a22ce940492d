package straum.cli.differential;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The range of an ask, and the times it puts buckets together by. */
record RandomTime(Dice dice, View view, RandomAsk.Values values) {
    private static final DateTimeFormatter EDGE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final Instant NOON = Instant.parse("2026-11-13T12:00:00Z");
    private static final Instant MODERN = Instant.parse("1995-01-01T00:00:00Z");

    /** Seconds of a range, about. */
    private static final List<Integer> SPANS = List.of(0, 3600, 20_000, 86_400, 200_000, 200_000, 50_000_000);

    private static final List<Integer> TIMES = List.of(1, 2, 3, 5, 7, 24, 168);
    private static final List<String> WHOLE_HOURS =
            List.of("UTC", "Europe/Prague", "America/New_York", "Asia/Tokyo", "America/Sao_Paulo");
    private static final List<String> PARTS_OF_HOURS =
            List.of("Asia/Kolkata", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns");

    /**
     * A range.
     *
     * @param from its first edge, or an instant long ago
     */
    record Range(List<Text> conditions, Instant from) {}

    /** Any range of whole buckets: most near where most rows are, some with one end, some without any. */
    Range range() {
        int shape = dice.below(4);
        Instant from = edge();
        if (shape == 0) {
            return new Range(List.of(bucket().then(" IS NOT NULL")), Instant.MIN);
        }
        List<Text> bounds = new ArrayList<>();
        if (shape != 1) {
            bounds.add(bound(">=", from));
        }
        if (shape != 2) {
            bounds.add(bound("<", toWidth(from.plusSeconds(dice.pick(SPANS) + view.width()))));
        }
        return new Range(bounds, shape == 1 ? Instant.MIN : from);
    }

    /** An edge of a bucket, mostly near where most rows are. */
    Instant edge() {
        Instant near = dice.percent(85) ? NOON : Instant.EPOCH;
        return toWidth(near.plusSeconds(dice.between(-150_000, 20_000)));
    }

    private Instant toWidth(Instant time) {
        return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), view.width()) * view.width());
    }

    /** The bucket compared with an edge. */
    Text bound(String operator, Instant edge) {
        String text = text(edge);
        Text value = values.text(text, Sql.text(text) + (view.hasZone() ? "::timestamptz" : "::timestamp"));
        return bucket().then(" " + operator + " ").then(value);
    }

    private String text(Instant edge) {
        return EDGE.format(LocalDateTime.ofInstant(edge, ZoneOffset.UTC)) + (view.hasZone() ? "+00" : "");
    }

    private Text bucket() {
        return new Text("bucket", view.bucket());
    }

    /** What buckets are put together by, where none in the range can reach over two of it. */
    Text key(Range range) {
        if (!Form.TIME_KEYS.now(dice, 60)) {
            return bucket();
        }
        return dice.percent(50) ? bin(range) : trunc(range);
    }

    private Text bin(Range range) {
        // Where the first of all times is in it, no bin may begin before PostgreSQL's times do.
        int most = range.from.equals(Instant.MIN) ? 30 * 86_400 / view.width() : Integer.MAX_VALUE;
        long width = (long) Math.min(most, dice.pick(TIMES)) * view.width();
        Text written = values.text(
                width % 86_400 == 0 && dice.percent(50) ? width / 86_400 + " days" : width + " seconds",
                "'" + width + " seconds'::interval");
        String type = view.hasZone() ? "::timestamptz" : "::timestamp";
        Text call = Text.same("date_bin(").then(written).then(", ").then(bucket());
        if (dice.percent(50)) {
            String epoch = ", '1970-01-01 00:00:00" + (view.hasZone() ? "+00'" : "'") + type + ")";
            return new Text(call.straum() + ")", call.postgres() + epoch);
        }
        String origin = text(edge());
        return call.then(", ")
                .then(values.text(origin, Sql.text(origin) + type))
                .then(")");
    }

    private Text trunc(Range range) {
        List<String> units = new ArrayList<>(List.of("day", "week", "month", "quarter", "year"));
        if (3600 % view.width() == 0) {
            units.add("hour");
        }
        Text call = Text.same("date_trunc(")
                .then(values.text(dice.pick(units)))
                .then(", ")
                .then(bucket());
        if (!view.hasZone()) {
            return call.then(")");
        }
        // Before 1995 offsets were of any length, and wider buckets reach over local midnights.
        boolean zoned = dice.percent(60) && range.from.isAfter(MODERN) && 3600 % view.width() == 0;
        if (!zoned) {
            return dice.percent(50)
                    ? new Text(call.straum() + ")", call.postgres() + ", 'UTC')")
                    : call.then(", 'UTC')");
        }
        List<String> zones = new ArrayList<>(WHOLE_HOURS);
        if (900 % view.width() == 0) {
            zones.addAll(PARTS_OF_HOURS);
        }
        return call.then(", ").then(values.text(dice.pick(zones))).then(")");
    }
}
