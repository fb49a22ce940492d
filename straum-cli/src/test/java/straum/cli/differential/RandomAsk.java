package straum.cli.differential;

import java.util.ArrayList;
import java.util.Collections;
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
        private static final List<String> COMPARISONS = List.of("=", "<>", "!=", "<", "<=", ">", ">=");

        private final Dice dice;
        private final View view;
        private final Values values;
        private final RandomTime times;
        private final List<Output> outputs = new ArrayList<>();
        private final List<String> straumGroupBy = new ArrayList<>();
        private final List<String> postgresGroupBy = new ArrayList<>();
        /** The keys grouped by in their order, as PostgreSQL sorts by them. */
        private final List<String> ties = new ArrayList<>();

        Writer(Dice dice, View view) {
            this.dice = dice;
            this.view = view;
            this.values = new Values(dice);
            this.times = new RandomTime(dice, view, values);
        }

        /**
         * One output.
         *
         * @param text what stands before AS
         * @param as what follows AS; the same name where it may be left out
         */
        private record Output(Text text, String as, boolean named, boolean collated, boolean equalForms) {
            String straum() {
                return named ? text.straum() : text.straum() + " AS " + as;
            }
        }

        RandomAsk ask() {
            RandomTime.Range range = times.range();
            keys(range);
            measures();
            List<Output> shuffled = dice.percent(60) ? List.copyOf(outputs) : dice.pick(outputs, outputs.size());
            outputs.clear();
            outputs.addAll(shuffled);
            groupByOutputs();
            List<Text> where = new ArrayList<>(range.conditions());
            where.addAll(conditions());
            Collections.swap(where, 0, dice.below(where.size()));
            Text having = having();
            Text orderBy = orderBy();
            Text limit = limit();
            String straum = "SELECT "
                    + String.join(", ", outputs.stream().map(Output::straum).toList()) + " FROM "
                    + Sql.name(view.name()) + " WHERE "
                    + Text.join(" AND ", where).straum()
                    + (straumGroupBy.isEmpty() ? "" : " GROUP BY " + String.join(", ", straumGroupBy))
                    + having.straum() + orderBy.straum() + limit.straum();
            String postgres = "SELECT "
                    + String.join(
                            ", ",
                            outputs.stream()
                                    .map(output -> "to_json(" + output.text.postgres() + ")")
                                    .toList())
                    + view.from() + " AND " + Text.join(" AND ", where).postgres()
                    + (postgresGroupBy.isEmpty() ? "" : " GROUP BY " + String.join(", ", postgresGroupBy))
                    + having.postgres() + orderBy.postgres() + limit.postgres();
            return new RandomAsk(
                    Spelling.spell(dice, straum),
                    List.copyOf(values.parameters()),
                    postgres,
                    outputs.stream().map(Output::equalForms).toList());
        }

        private void keys(RandomTime.Range range) {
            List<Integer> parts = new ArrayList<>();
            int time = view.keys().size();
            for (int part = 0; part <= time; part++) {
                if (dice.percent(35)) {
                    parts.add(part);
                }
            }
            for (int part : dice.pick(parts, parts.size())) {
                if (part == time) {
                    time(range);
                } else {
                    key(view.keys().get(part));
                }
            }
        }

        private void key(View.Key key) {
            boolean collated = key.column().type().ordersByCollation();
            ties.add(key.sql() + (collated ? " COLLATE \"C\"" : "") + " NULLS LAST");
            postgresGroupBy.add(key.sql());
            String name = Sql.name(key.name());
            boolean isShown = dice.percent(85);
            if (isShown) {
                boolean named = dice.percent(75);
                outputs.add(new Output(
                        new Text(name, key.sql()),
                        named ? name : "x_" + outputs.size(),
                        named,
                        collated,
                        key.column().type().hasEqualForms()));
            }
            straumGroupBy.add(isShown && dice.percent(40) ? positionOf(outputs.size() - 1) : name);
        }

        private void time(RandomTime.Range range) {
            Text time = times.key(range);
            ties.add(time.postgres() + " NULLS LAST");
            postgresGroupBy.add(time.postgres());
            boolean isShown = dice.percent(85);
            boolean isBucket = time.straum().equals("bucket");
            if (isShown) {
                boolean named = isBucket && dice.percent(75);
                String as =
                        named ? "bucket" : isBucket ? "x_time" : dice.pick(List.of("x_time", "\"the time\"", "bucket"));
                outputs.add(new Output(time, as, named, false, false));
            }
            boolean byName =
                    isShown && !isBucket && !outputs.get(outputs.size() - 1).as.equals("bucket");
            straumGroupBy.add(
                    !isShown
                            ? time.straum()
                            : dice.percent(40)
                                    ? positionOf(outputs.size() - 1)
                                    : byName && dice.percent(50) ? outputs.get(outputs.size() - 1).as : time.straum());
        }

        /** Stands for the position of an output until the outputs are in their order. */
        private String positionOf(int output) {
            return "?" + outputs.get(output).as;
        }

        private void groupByOutputs() {
            straumGroupBy.replaceAll(item -> {
                for (int i = 0; i < outputs.size(); i++) {
                    if (item.equals("?" + outputs.get(i).as)) {
                        return "" + (i + 1);
                    }
                }
                return item;
            });
        }

        private void measures() {
            for (View.Measure measure : dice.pick(view.measures(), dice.between(outputs.isEmpty() ? 1 : 0, 4))) {
                String name = Sql.name(measure.name());
                Text text = measured(measure);
                boolean bare = text.straum().equals(name);
                boolean named = bare && dice.percent(75);
                outputs.add(new Output(
                        text,
                        named ? name : "\"as " + outputs.size() + '"',
                        named,
                        measure.collated(),
                        measure.hasEqualForms()));
            }
        }

        private Text measured(View.Measure measure) {
            String name = Sql.name(measure.name());
            if (!Form.ASK_FILTER.now(dice, 35)) {
                return new Text(name, measure.sql());
            }
            if (dice.percent(20)) {
                return new Text("measure(" + name + ")", measure.sql());
            }
            Text filter = filter();
            return new Text(
                    "measure(" + name + ") FILTER (WHERE " + filter.straum() + ")", measure.sql(filter.postgres()));
        }

        private Text filter() {
            List<Text> all = new ArrayList<>();
            if (!view.keys().isEmpty() && dice.percent(70)) {
                all.add(keyConditions().conjunct());
            }
            while (all.isEmpty() || dice.percent(25)) {
                all.add(times.bound(dice.percent(50) ? ">=" : "<", times.edge()));
            }
            return Text.join(" AND ", all);
        }

        private Conditions keyConditions() {
            List<Conditions.Subject> subjects = new ArrayList<>();
            for (View.Key key : view.keys()) {
                subjects.add(new Conditions.Subject(new Text(Sql.name(key.name()), key.sql()), key.column()));
            }
            return new Conditions(dice, subjects, values::write, false);
        }

        private List<Text> conditions() {
            List<Text> conditions = new ArrayList<>();
            if (view.keys().isEmpty()) {
                return conditions;
            }
            for (int i = dice.pick(List.of(0, 0, 0, 1, 1, 2)); i > 0; i--) {
                conditions.add(Form.CONDITIONS.isWritten() ? keyConditions().conjunct() : plain());
            }
            return conditions;
        }

        /** IN, = or IS [NOT] NULL. */
        private Text plain() {
            View.Key key = dice.pick(view.keys());
            Text subject = new Text(Sql.name(key.name()), key.sql());
            if (dice.percent(30)) {
                return subject.then(dice.percent(40) ? " IS NULL" : " IS NOT NULL");
            }
            List<Text> in = new ArrayList<>();
            for (int i = dice.between(1, 4); i > 0; i--) {
                in.add(values.write(key.column().type(), key.column().asked(dice)));
            }
            return subject.then(" IN (").then(Text.join(", ", in)).then(")");
        }

        private Text having() {
            List<Text> having = new ArrayList<>();
            while (Form.HAVING.now(dice, 20)) {
                View.Measure measure = dice.pick(view.measures());
                Text measured = measured(measure);
                String collate = measure.collated() ? " COLLATE \"C\"" : "";
                having.add(new Text(measured.straum(), measured.postgres() + collate)
                        .then(" " + dice.pick(COMPARISONS) + " ")
                        .then(values.ofMeasure(measure)));
            }
            return having.isEmpty() ? Text.same("") : Text.same(" HAVING ").then(Text.join(" AND ", having));
        }

        private Text orderBy() {
            List<Text> order = new ArrayList<>();
            List<String> postgres = new ArrayList<>();
            for (Output output : dice.pick(outputs, outputs.size())) {
                if (!Form.ORDER_BY.now(dice, 35)) {
                    break;
                }
                String how = dice.pick(List.of("", " ASC", " DESC", " DESC"))
                        + dice.pick(List.of("", "", " NULLS FIRST", " NULLS LAST"));
                String by = dice.percent(40) ? "" + (outputs.indexOf(output) + 1) : output.as;
                order.add(Text.same(by + how));
                postgres.add(output.text.postgres() + (output.collated ? " COLLATE \"C\"" : "") + how);
            }
            String written = String.join(", ", order.stream().map(Text::straum).toList());
            postgres.addAll(ties);
            return new Text(
                    order.isEmpty() ? "" : " ORDER BY " + written,
                    postgres.isEmpty() ? "" : " ORDER BY " + String.join(", ", postgres));
        }

        private Text limit() {
            Text limit = Text.same("");
            if (Form.LIMIT.now(dice, 25)) {
                limit = limit.then(" LIMIT ")
                        .then(values.whole(dice.pick(List.of("0", "1", "2", "3", "5", "5", "10", "10", "1000"))));
            }
            if (Form.LIMIT.now(dice, 12)) {
                limit = limit.then(" OFFSET ").then(values.whole(dice.pick(List.of("0", "1", "2", "5"))));
            }
            return limit;
        }
    }

    /** Writes the values of an ask, and keeps its parameters. */
    static final class Values {
        private static final List<String> WHOLES = List.of("0", "1", "2", "3", "5", "10", "-1", "100");
        private static final List<String> NUMBERS = List.of("0", "1", "1.5", "-2.25", "3", "100", "0.5", "1000000");

        private final Dice dice;
        private final List<String> parameters = new ArrayList<>();

        Values(Dice dice) {
            this.dice = dice;
        }

        List<String> parameters() {
            return parameters;
        }

        /** A value compared with a type's. */
        Text write(Type type, @Nullable String value) {
            boolean sent = dice.percent(50);
            if (value == null) {
                return new Text(sent ? parameter("null") : "NULL", "NULL");
            }
            return new Text(
                    sent ? parameter(type.json(dice, value)) : type.straum(dice, value),
                    Sql.text(value) + "::" + type.cast());
        }

        /** A text that is no value of a column: a width, a unit, a zone, a time. */
        Text text(String value) {
            return text(value, Sql.text(value));
        }

        /** A text to Straum that PostgreSQL reads otherwise. */
        Text text(String value, String postgres) {
            return new Text(dice.percent(40) ? parameter(Sql.json(value)) : Sql.text(value), postgres);
        }

        /** A whole number. */
        Text whole(String number) {
            return new Text(dice.percent(40) ? parameter(number) : number, number);
        }

        /** A value that a measure is compared with. */
        Text ofMeasure(View.Measure measure) {
            Schema.Column column = measure.result();
            if (column != null) {
                return write(column.type(), column.asked(dice));
            }
            String value = dice.pick(measure.answers().equals("int8") ? WHOLES : NUMBERS);
            return new Text(dice.percent(40) ? parameter(value) : value, Sql.text(value) + "::" + measure.answers());
        }

        private String parameter(String json) {
            int known = parameters.indexOf(json);
            if (known >= 0 && dice.percent(50)) {
                return "$" + (known + 1);
            }
            parameters.add(json);
            return "$" + parameters.size();
        }
    }
}
