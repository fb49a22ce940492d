package straum.cli.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Draws one view, and writes it. */
final class RandomView {
    private static final List<String> NAMES =
            List.of("v_usage", "View", "vi ew", "vi\"ew", "values", "order by", "final", "ünï", "v_$");
    private static final List<List<Integer>> WIDTHS = List.of(
            List.of(3600),
            List.of(3600, 86_400),
            List.of(900, 3600, 21_600),
            List.of(60),
            List.of(1),
            List.of(86_400),
            List.of(7200, 14_400, 43_200, 86_400));
    private static final List<String> MEASURES =
            List.of("m_1", "m_2", "m_3", "m_4", "Sum", "order", "a measure", "it\"s");
    private static final List<String> FRACTIONS =
            List.of("0", "0.05", "0.25", "0.3333333333333333", "0.5", "0.95", "1", "1.0");

    private final Dice dice;
    private final Schema schema;
    private final String name;
    private final Schema.Table fact;
    private final List<Schema.Table> sources = new ArrayList<>();
    private final List<View.Key> keys = new ArrayList<>();
    private final StringBuilder joins = new StringBuilder();
    private final List<String> where = new ArrayList<>();

    private RandomView(Dice dice, Schema schema, String name) {
        this.dice = dice;
        this.schema = schema;
        this.name = name;
        this.fact = dice.pick(schema.tables());
        sources.add(fact);
    }

    /** One to three views, each of its own name. */
    static List<View> some(Dice dice, Schema schema) {
        List<View> views = new ArrayList<>();
        for (String name : dice.pick(NAMES, dice.between(1, 3))) {
            views.add(new RandomView(dice, schema, name).draw());
        }
        return List.copyOf(views);
    }

    private View draw() {
        for (int wanted = dice.pick(List.of(0, 1, 1, 2, 2, 3)); sources.size() <= wanted; ) {
            join(dice.pick(schema.tables()));
        }
        keys();
        conditions();
        List<View.Measure> measures = new ArrayList<>();
        for (String measure : dice.pick(MEASURES, dice.between(1, 6))) {
            measures.add(measure(measure));
        }
        Schema.Column time = dice.pick(fact.times());
        List<Integer> widths = dice.pick(WIDTHS);
        String dateBin = dateBin(time, widths.get(0));
        String spec = spec(widths, dateBin, measures);
        return new View(
                name, fact, time, widths, dateBin, joins.toString(), String.join(" AND ", where), keys, measures, spec);
    }

    private void join(Schema.Table dim) {
        int source = sources.size();
        boolean inner = dice.percent(30);
        joins.append(
                        inner
                                ? dice.pick(List.of(" JOIN ", " INNER JOIN "))
                                : dice.pick(List.of(" LEFT JOIN ", " LEFT OUTER JOIN ")))
                .append(dim.spelled(dice))
                .append(dice.percent(50) ? " AS " : " ")
                .append(View.alias(source))
                .append(" ON ")
                .append(String.join(" AND ", on(dim, View.alias(source))));
        sources.add(dim);
    }

    /** Equations with what comes before, and conditions on the dim's own columns. */
    private List<String> on(Schema.Table dim, String alias) {
        record On(Schema.Column column, String sql) {}
        List<On> possible = new ArrayList<>();
        for (Schema.Column column : dim.keys()) {
            for (int source = 0; source < sources.size(); source++) {
                for (Schema.Column with : sources.get(source).keys()) {
                    if (column.type().joins(with.type()) && (column.meets(with) || dice.percent(10))) {
                        String left = alias + "." + column.sql();
                        String right = View.alias(source) + "." + with.sql();
                        possible.add(new On(column, dice.percent(50) ? left + " = " + right : right + " = " + left));
                    }
                }
            }
        }
        List<Schema.Column> equated = new ArrayList<>();
        List<String> on = new ArrayList<>();
        int wanted = dice.pick(List.of(1, 1, 1, 2, 3));
        for (On each : dice.pick(possible, possible.size())) {
            if (on.size() < wanted && !equated.contains(each.column)) {
                equated.add(each.column);
                on.add(each.sql);
            }
        }
        while (Form.ON_CONDITION.now(dice, 25)) {
            on.add(condition(dim.columns(), alias));
        }
        return on;
    }

    private String condition(List<Schema.Column> columns, String alias) {
        List<Conditions.Subject> subjects = columns.stream()
                .map(column -> new Conditions.Subject(Text.same(alias + "." + column.sql()), column))
                .toList();
        return condition(subjects);
    }

    private String condition(List<Conditions.Subject> subjects) {
        return new Conditions(dice, subjects, this::literal, true).conjunct().postgres();
    }

    private Text literal(Type type, @Nullable String value) {
        return Text.same(value == null ? "NULL" : type.literal(dice, value));
    }

    private void keys() {
        for (int i = dice.below(5); i > 0; i--) {
            int source = dice.below(sources.size());
            keys.add(
                    new View.Key("k " + i, source, dice.pick(sources.get(source).keys())));
        }
    }

    private void conditions() {
        while (Form.VIEW_WHERE.now(dice, 25)) {
            where.add(condition(fact.columns(), View.alias(0)));
        }
        while (Form.EXISTS.now(dice, 20)) {
            Schema.Table dim = dice.pick(schema.tables());
            String alias = "\"E " + where.size() + '"';
            // Only columns of the fact lead there.
            List<Schema.Table> before = List.copyOf(sources);
            sources.subList(1, sources.size()).clear();
            String on = String.join(" AND ", on(dim, alias));
            sources.clear();
            sources.addAll(before);
            where.add((dice.percent(50) ? "NOT " : "") + "EXISTS (SELECT 1 FROM " + dim.spelled(dice) + " " + alias
                    + " WHERE " + on + ")");
        }
    }

    private View.Measure measure(String named) {
        Schema.Column column = dice.pick(fact.columns());
        Type type = column.type();
        String input = View.alias(0) + "." + column.sql();
        String ordered = input + (type.ordersByCollation() ? " COLLATE \"C\"" : "");
        List<View.Measure> possible = new ArrayList<>();
        String filter = filter();
        possible.add(count(named, "count(*)", filter));
        possible.add(count(named, "count(" + input + ")", filter));
        if (Form.VALUES.isWritten() && type.isDistinct()) {
            possible.add(count(named, "count(DISTINCT " + input + ")", filter));
        }
        if (Form.VALUES.isWritten() && type.hasLeast()) {
            String function = dice.percent(50) ? "min(" : "max(";
            possible.add(value(named, function + ordered + ")", filter, column));
        }
        if (Form.VALUES.isWritten() && type.isRanked()) {
            String aggregate = "percentile_disc(" + dice.pick(FRACTIONS) + ") WITHIN GROUP (ORDER BY " + ordered + ")";
            possible.add(value(named, aggregate, filter, column));
        }
        if (type.isSummed() && (!type.isFloat() || Form.FLOATS.isWritten())) {
            String sum = type.isFloat4()
                    ? "float4"
                    : type.isFloat() ? "float8" : type.isInteger() && type != Type.INT8 ? "int8" : "numeric";
            possible.add(number(named, "sum(" + input + ")", filter, sum));
            possible.add(number(named, "sum(" + input + ")", filter, sum));
            if (Form.AVERAGES.isWritten()) {
                possible.add(number(named, "avg(" + input + ")", filter, type.isFloat() ? "float8" : "numeric"));
            }
        }
        if (type == Type.BOOL && Form.AVERAGES.isWritten()) {
            String function = dice.pick(List.of("bool_and(", "bool_or(", "every("));
            possible.add(value(named, function + input + ")", filter, column));
        }
        return dice.pick(possible);
    }

    private @Nullable String filter() {
        if (!Form.FILTER.now(dice, 30)) {
            return null;
        }
        List<Conditions.Subject> subjects = new ArrayList<>();
        for (View.Key key : keys) {
            subjects.add(new Conditions.Subject(Text.same(key.sql()), key.column()));
        }
        for (int source = 1; source < sources.size(); source++) {
            String alias = View.alias(source);
            sources.get(source)
                    .columns()
                    .forEach(column ->
                            subjects.add(new Conditions.Subject(Text.same(alias + "." + column.sql()), column)));
        }
        return subjects.isEmpty() ? null : condition(subjects);
    }

    private static View.Measure count(String named, String aggregate, @Nullable String filter) {
        return number(named, aggregate, filter, "int8");
    }

    private static View.Measure number(String named, String aggregate, @Nullable String filter, String answers) {
        return new View.Measure(named, aggregate, filter, null, answers, false, false);
    }

    private static View.Measure value(String named, String aggregate, @Nullable String filter, Schema.Column column) {
        Type type = column.type();
        return new View.Measure(named, aggregate, filter, column, type.cast(), type.isLike(), type.hasEqualForms());
    }

    private String dateBin(Schema.Column time, int width) {
        String origin = dice.pick(List.of("1970-01-01 00:00:00", "2000-01-01 00:00:00", "2026-11-13 00:00:00"));
        String of = time.type() == Type.TIMESTAMPTZ
                ? "TIMESTAMPTZ '" + origin + dice.pick(List.of("+00'", "Z'", " UTC'"))
                : "TIMESTAMP '" + origin + "'";
        return "date_bin('" + width(width) + "', " + View.alias(0) + "." + time.sql() + ", " + of + ")";
    }

    private String width(int seconds) {
        List<String> written = new ArrayList<>(List.of(seconds + " seconds"));
        if (seconds % 60 == 0) {
            written.add(seconds / 60 + " minutes");
        }
        if (seconds % 3600 == 0) {
            written.add(seconds == 3600 ? "1 hour" : seconds / 3600 + " hours");
        }
        if (seconds == 86_400) {
            written.add("1 day");
        }
        return dice.pick(written);
    }

    private String spec(List<Integer> widths, String dateBin, List<View.Measure> measures) {
        record Output(String expression, String name, boolean isKey) {}
        List<Output> outputs = new ArrayList<>(List.of(new Output(dateBin, "bucket", true)));
        keys.forEach(key -> outputs.add(new Output(key.sql(), key.name(), true)));
        measures.forEach(measure -> outputs.add(new Output(measure.sql(), measure.name(), false)));
        List<Output> shuffled = dice.percent(70) ? outputs : dice.pick(outputs, outputs.size());
        List<String> select = new ArrayList<>();
        for (Output output : shuffled) {
            boolean as = output.name.equals("bucket") || !output.isKey || dice.percent(80);
            select.add(output.expression + (as ? " AS " : " ") + Sql.name(output.name));
        }
        List<String> groupBy = new ArrayList<>();
        for (int i : dice.pick(IntStream.range(0, shuffled.size()).boxed().toList(), shuffled.size())) {
            Output output = shuffled.get(i);
            if (output.isKey) {
                boolean once = outputs.stream()
                                .filter(other -> other.expression.equals(output.expression))
                                .count()
                        == 1;
                List<String> ways = List.of("" + (i + 1), Sql.name(output.name), output.expression);
                groupBy.add(dice.pick(once ? ways : ways.subList(0, 2)));
            }
        }
        List<String> buckets = widths.stream().map(this::width).toList();
        String with = widths.size() == 1 && dice.percent(50)
                ? ""
                : " WITH (buckets = '" + String.join(dice.percent(80) ? ", " : ",", buckets) + "')";
        String text = "CREATE VIEW " + Sql.name(name) + with + " AS SELECT " + String.join(", ", select) + " FROM "
                + fact.spelled(dice) + (dice.percent(50) ? " AS " : " ") + View.alias(0) + joins
                + (where.isEmpty() ? "" : " WHERE " + String.join(" AND ", where)) + " GROUP BY "
                + String.join(", ", groupBy);
        return Spelling.spell(dice, text) + ";\n";
    }
}
