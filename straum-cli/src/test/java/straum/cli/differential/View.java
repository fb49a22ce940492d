package straum.cli.differential;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One view of a random spec. */
record View(
        String name,
        Schema.Table fact,
        Schema.Column time,
        List<Integer> widths,
        String origin,
        List<Join> joins,
        List<Key> keys,
        List<Measure> measures) {
    /** Behind the last time that {@code date_bin} can take an origin from in 64 bits of microseconds. */
    private static final String LAST = "294247-01-01";

    private static final List<String> NAMES = List.of("v_usage", "View", "vi ew", "vi\"ew", "values", "order by");
    private static final List<List<Integer>> WIDTHS = List.of(
            List.of(3600),
            List.of(3600, 86_400),
            List.of(900, 3600, 21_600),
            List.of(60),
            List.of(1),
            List.of(86_400),
            List.of(7200, 14_400, 43_200, 86_400));

    /** A table joined under an alias. */
    record Join(Schema.Table dim, boolean inner, List<On> on) {}

    /** A column of the dim equals a column of a table before it: 0 is the fact, n the n-th join. */
    record On(Schema.Column column, int source, Schema.Column with) {}

    /** A key: a column of the fact, 0, or of the n-th join. */
    record Key(String name, int source, Schema.Column column) {
        /** The column with its table's alias. */
        String sql() {
            return alias(source) + "." + column.sql();
        }
    }

    /** A measure; without a column it counts rows. */
    record Measure(String name, String function, Schema.@Nullable Column column) {
        /** The aggregate. */
        String sql() {
            return column == null ? "count(*)" : function + "(" + alias(0) + "." + column.sql() + ")";
        }
    }

    /** The alias of the fact, 0, or of the n-th join. */
    static String alias(int source) {
        return source == 0 ? "f" : "\"D " + source + '"';
    }

    /** One to three views, each of its own name. */
    static List<View> random(Dice dice, Schema schema) {
        List<View> views = new ArrayList<>();
        for (String name : dice.pick(NAMES, dice.between(1, 3))) {
            views.add(random(dice, schema, name));
        }
        return List.copyOf(views);
    }

    private static View random(Dice dice, Schema schema, String name) {
        Schema.Table fact = dice.pick(schema.tables());
        List<Schema.Table> sources = new ArrayList<>(List.of(fact));
        List<Join> joins = new ArrayList<>();
        for (int wanted = dice.pick(List.of(0, 1, 1, 2, 2, 3)); joins.size() < wanted; ) {
            Join join = join(dice, dice.pick(schema.tables()), sources);
            joins.add(join);
            sources.add(join.dim());
        }
        List<Key> keys = new ArrayList<>();
        for (int i = dice.below(5); i > 0; i--) {
            int source = dice.below(sources.size());
            keys.add(new Key("k " + i, source, dice.pick(sources.get(source).keys())));
        }
        List<Measure> measures = new ArrayList<>();
        for (int i = dice.between(1, 4); i > 0; i--) {
            measures.add(measure(dice, fact, "m_" + i));
        }
        return new View(
                name,
                fact,
                dice.pick(fact.times()),
                dice.pick(WIDTHS),
                dice.pick(List.of("1970-01-01 00:00:00", "2000-01-01 00:00:00")),
                joins,
                keys,
                measures);
    }

    private static Join join(Dice dice, Schema.Table dim, List<Schema.Table> sources) {
        List<On> possible = new ArrayList<>();
        for (Schema.Column column : dim.keys()) {
            for (int source = 0; source < sources.size(); source++) {
                for (Schema.Column with : sources.get(source).keys()) {
                    if (column.type().joins(with.type()) && (column.meets(with) || dice.percent(15))) {
                        possible.add(new On(column, source, with));
                    }
                }
            }
        }
        List<On> on = new ArrayList<>();
        int wanted = dice.pick(List.of(1, 1, 1, 2, 3));
        for (On each : dice.pick(possible, possible.size())) {
            if (on.size() < wanted
                    && on.stream().noneMatch(other -> other.column().equals(each.column()))) {
                on.add(each);
            }
        }
        return new Join(dim, dice.percent(40), on);
    }

    private static Measure measure(Dice dice, Schema.Table fact, String name) {
        List<Schema.Column> summed = fact.columns().stream()
                .filter(column -> column.type().isSummed())
                .toList();
        return switch (dice.below(5)) {
            case 0 -> new Measure(name, "count", null);
            case 1 -> new Measure(name, "count", dice.pick(fact.columns()));
            default -> new Measure(name, "sum", dice.pick(summed));
        };
    }

    /** Whether buckets are timestamptz; a date is binned as a timestamp. */
    boolean hasZone() {
        return time.type() == Type.TIMESTAMPTZ;
    }

    /** {@code date_bin} of the time, as the view says. */
    private String dateBin() {
        return "date_bin('" + widths.get(0) + " seconds', " + alias(0) + "." + time.sql() + ", "
                + (hasZone() ? "TIMESTAMPTZ '" + origin + "+00')" : "TIMESTAMP '" + origin + "')");
    }

    /** The bucket to PostgreSQL; null where there is none, or date_bin would report an error. */
    String bucket() {
        String column = alias(0) + "." + time.sql();
        return "CASE WHEN isfinite(" + column + ") AND " + column + " < '" + LAST + (hasZone() ? "+00" : "") + "' THEN "
                + dateBin() + " END";
    }

    /** The tables, joined, to both. */
    String from() {
        StringBuilder sql = new StringBuilder(" FROM " + fact.sql() + " " + alias(0));
        for (int i = 0; i < joins.size(); i++) {
            Join join = joins.get(i);
            sql.append(join.inner() ? " JOIN " : " LEFT JOIN ")
                    .append(join.dim().sql());
            sql.append(" AS ").append(alias(i + 1)).append(" ON ");
            for (int j = 0; j < join.on().size(); j++) {
                On on = join.on().get(j);
                String left = alias(i + 1) + "." + on.column().sql();
                String right = alias(on.source()) + "." + on.with().sql();
                sql.append(j == 0 ? "" : " AND ").append(j == 1 ? right + " = " + left : left + " = " + right);
            }
        }
        return sql.toString();
    }

    /** The view as Straum's spec writes it. */
    String spec() {
        StringBuilder sql = new StringBuilder("CREATE VIEW " + Sql.name(name));
        List<String> buckets = widths.stream().map(width -> width + " seconds").toList();
        sql.append(" WITH (buckets = '").append(String.join(", ", buckets)).append("') AS\nSELECT ");
        StringBuilder groupBy = new StringBuilder("1");
        sql.append(dateBin()).append(" AS bucket");
        for (int i = 0; i < keys.size(); i++) {
            sql.append(", ")
                    .append(keys.get(i).sql())
                    .append(" AS ")
                    .append(Sql.name(keys.get(i).name()));
            groupBy.append(", ")
                    .append(i % 2 == 0 ? "" + (i + 2) : Sql.name(keys.get(i).name()));
        }
        for (Measure measure : measures) {
            sql.append(", ").append(measure.sql()).append(" AS ").append(measure.name());
        }
        return sql.append('\n')
                .append(from().strip())
                .append("\nGROUP BY ")
                .append(groupBy)
                .append(";\n")
                .toString();
    }
}
