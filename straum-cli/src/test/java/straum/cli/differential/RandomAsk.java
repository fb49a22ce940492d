package straum.cli.differential;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One ask, written for Straum, and written again for PostgreSQL from what the view means, over the tables alone.
 *
 * @param parameters of {@code toStraum}, each as JSON
 * @param equalForms by output: whether two texts of it may differ and be the same value
 */
record RandomAsk(String toStraum, List<String> parameters, String toPostgres, List<Boolean> equalForms) {
    /** An ask of a view, over its keys, measures and buckets as the dice fall. */
    static RandomAsk of(Dice dice, View view) {
        return new Writer(dice, view).ask();
    }

    private static final class Writer {
        private static final DateTimeFormatter EDGE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
        private static final Instant NOON = Instant.parse("2026-11-13T12:00:00Z");

        /** Seconds of a range, about. */
        private static final List<Integer> SPANS = List.of(0, 3600, 20_000, 86_400, 86_400, 200_000, 50_000_000);

        private final Dice dice;
        private final View view;
        private final List<String> parameters = new ArrayList<>();
        private final List<String> straumWhere = new ArrayList<>();
        private final List<String> postgresWhere = new ArrayList<>();

        Writer(Dice dice, View view) {
            this.dice = dice;
            this.view = view;
        }

        RandomAsk ask() {
            boolean byBucket = dice.percent(40);
            List<View.Key> groupBy =
                    dice.pick(view.keys(), dice.below(view.keys().size() + 1));
            List<View.Key> shown =
                    groupBy.stream().filter(key -> dice.percent(85)).toList();
            List<View.Measure> measures =
                    dice.pick(view.measures(), dice.between(1, view.measures().size()));
            boolean bucketShown = byBucket && dice.percent(85);
            conditions();
            range();

            List<String> straum = new ArrayList<>();
            List<String> postgres = new ArrayList<>();
            List<Boolean> equalForms = new ArrayList<>();
            if (bucketShown) {
                straum.add("bucket");
                postgres.add("to_json(" + view.bucket() + ")");
                equalForms.add(false);
            }
            for (View.Key key : shown) {
                straum.add(Sql.name(key.name()));
                postgres.add("to_json(" + key.sql() + ")");
                equalForms.add(key.column().type().hasEqualForms());
            }
            for (View.Measure measure : measures) {
                straum.add(measure.name() + (dice.percent(20) ? " AS " + Sql.name("as " + measure.name()) : ""));
                postgres.add("to_json(" + measure.sql() + ")");
                equalForms.add(false);
            }
            return new RandomAsk(
                    "SELECT " + String.join(", ", straum) + " FROM " + Sql.name(view.name()) + " WHERE "
                            + String.join(" AND ", straumWhere) + straumGroupBy(byBucket, groupBy),
                    List.copyOf(parameters),
                    "SELECT " + String.join(", ", postgres) + view.from() + " WHERE "
                            + String.join(" AND ", postgresWhere) + postgresGroupBy(byBucket, groupBy),
                    List.copyOf(equalForms));
        }

        private static String straumGroupBy(boolean byBucket, List<View.Key> keys) {
            List<String> items = new ArrayList<>();
            keys.forEach(key -> items.add(Sql.name(key.name())));
            if (byBucket) {
                items.add("bucket");
            }
            return items.isEmpty() ? "" : " GROUP BY " + String.join(", ", items);
        }

        private String postgresGroupBy(boolean byBucket, List<View.Key> keys) {
            List<String> items = new ArrayList<>();
            List<String> order = new ArrayList<>();
            for (View.Key key : keys) {
                items.add(key.sql());
                order.add(
                        key.sql() + (key.column().type().ordersByCollation() ? " COLLATE \"C\"" : "") + " NULLS LAST");
            }
            if (byBucket) {
                items.add(view.bucket());
                order.add(view.bucket());
            }
            return items.isEmpty()
                    ? ""
                    : " GROUP BY " + String.join(", ", items) + " ORDER BY " + String.join(", ", order);
        }

        private void conditions() {
            if (view.keys().isEmpty()) {
                return;
            }
            for (int i = dice.pick(List.of(0, 0, 0, 1, 1, 2)); i > 0; i--) {
                View.Key key = dice.pick(view.keys());
                switch (dice.below(5)) {
                    case 0 -> isNull(key);
                    case 1 -> equal(key);
                    default -> in(key);
                }
            }
        }

        private void isNull(View.Key key) {
            String test = dice.percent(40) ? " IS NULL" : " IS NOT NULL";
            straumWhere.add(Sql.name(key.name()) + test);
            postgresWhere.add(key.sql() + test);
        }

        private void equal(View.Key key) {
            String value = dice.percent(5) ? null : key.column().asked(dice);
            straumWhere.add(Sql.name(key.name()) + " = " + straum(key.column(), value));
            postgresWhere.add(key.sql() + " = " + postgres(key.column(), value));
        }

        private void in(View.Key key) {
            List<String> straum = new ArrayList<>();
            List<String> postgres = new ArrayList<>();
            for (int i = dice.between(1, 4); i > 0; i--) {
                String value = dice.percent(10) ? null : key.column().asked(dice);
                straum.add(straum(key.column(), value));
                postgres.add(postgres(key.column(), value));
            }
            straumWhere.add(Sql.name(key.name()) + " IN (" + String.join(", ", straum) + ")");
            postgresWhere.add(key.sql() + " IN (" + String.join(", ", postgres) + ")");
        }

        private static String postgres(Schema.Column column, @Nullable String value) {
            return value == null ? "NULL" : column.type().postgres(value);
        }

        private String straum(Schema.Column column, @Nullable String value) {
            if (dice.percent(50)) {
                return parameter(value == null ? "null" : column.type().json(dice, value));
            }
            return value == null ? "NULL" : column.type().straum(dice, value);
        }

        private String parameter(String json) {
            parameters.add(json);
            return "$" + parameters.size();
        }

        /** Any range of whole buckets: most near where most rows are, some with one end, some without any. */
        private void range() {
            postgresWhere.add(view.bucket() + " IS NOT NULL");
            int shape = dice.below(4);
            Instant from = edge();
            if (shape == 0) {
                straumWhere.add("bucket IS NOT NULL");
            } else {
                if (shape != 1) {
                    bound(">=", from);
                }
                if (shape != 2) {
                    bound(
                            "<",
                            toWidth(from.plusSeconds(
                                    dice.pick(SPANS) + view.widths().get(0))));
                }
            }
        }

        private Instant edge() {
            Instant near = dice.percent(85) ? NOON : Instant.EPOCH;
            return toWidth(near.plusSeconds(dice.between(-150_000, 20_000)));
        }

        private Instant toWidth(Instant time) {
            long width = view.widths().get(0);
            return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), width) * width);
        }

        private void bound(String operator, Instant edge) {
            String text = EDGE.format(LocalDateTime.ofInstant(edge, ZoneOffset.UTC)) + (view.hasZone() ? "+00" : "");
            straumWhere.add(
                    "bucket " + operator + " " + (dice.percent(50) ? parameter(Sql.json(text)) : Sql.text(text)));
            postgresWhere.add(view.bucket() + " " + operator + " " + Sql.text(text));
        }
    }
}
