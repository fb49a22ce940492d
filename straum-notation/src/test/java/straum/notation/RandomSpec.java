package straum.notation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** A random spec of one or two views, and a random spelling of it. */
record RandomSpec(String text, List<Fact> facts) {
    private static final List<String> COLUMNS = List.of(
            "id",
            "kind",
            "region",
            "use",
            "sample",
            "timestamp",
            "Mixed Case",
            "select",
            "day",
            "quo\"te",
            "between",
            "at");
    private static final List<String> TABLES = List.of("events", "accounts", "people", "Order", "values", "group", "x");
    private static final List<List<Integer>> WIDTHS = List.of(
            List.of(3600), List.of(3600, 86_400), List.of(60, 900, 7200, 86_400), List.of(86_400), List.of(1, 5));

    /** Types that a text is cast to, as SQL writes them and as PostgreSQL names them within, and texts of them. */
    private static final List<List<String>> TYPED = List.of(
            List.of("int", "int4", "-5"),
            List.of("numeric", "numeric", "1.50"),
            List.of("real", "float4", "NaN"),
            List.of("boolean", "bool", "yes"),
            List.of("text", "text", "now"),
            List.of("date", "date", "2026-11-13"),
            List.of("timestamp", "timestamp", "2026-11-13 09:00"),
            List.of("timestamptz", "timestamptz", "2026-11-13 09:00:00.5+01"));

    private static final List<String> FRACTIONS = List.of("0", "1", "0.95", ".5", "1.", "5e-1");

    static RandomSpec of(Random random) {
        Spelling spelling = new Spelling(random);
        List<Fact> facts = new ArrayList<>();
        int views = 1 + spelling.below(2);
        for (int i = 0; i < views; i++) {
            facts.add(new Writer(spelling).view("view " + i));
        }
        return new RandomSpec(spelling.toString(), facts);
    }

    /** One output: what it is called, and how it is written; of a key, the column's table and name. */
    private record Output(String name, Runnable writer, boolean isMeasure, int table, String column) {}

    private static final class Writer {
        private final Spelling spelling;
        private final List<Ref> refs = new ArrayList<>();
        private final List<Key> keys = new ArrayList<>();
        private final List<Measure> measures = new ArrayList<>();
        private final List<Output> outputs = new ArrayList<>();
        private final Set<String> names = new LinkedHashSet<>();
        private final List<String> groupedByName = new ArrayList<>();
        private final List<Runnable> joins = new ArrayList<>();
        private final List<String> aliases = new ArrayList<>();
        private final List<Condition<String, Literal>> where = new ArrayList<>();
        private final List<Runnable> conjuncts = new ArrayList<>();
        private int joined;

        Writer(Spelling spelling) {
            this.spelling = spelling;
        }

        Fact view(String name) {
            List<Width> widths = pick(WIDTHS).stream().map(Width::new).toList();
            TableName table = table();
            String alias = spelling.chance() ? table.name() : "e";
            aliases.add(alias);
            joins();
            String time = pick(COLUMNS);
            ColumnType.Kind origin =
                    pick(List.of(ColumnType.Kind.TIMESTAMPTZ, ColumnType.Kind.TIMESTAMP, ColumnType.Kind.DATE));
            Runnable bucket = bucket(widths.get(0), time, origin);
            names.add(Fact.BUCKET);
            outputs(bucket);
            where();
            write(name, widths, table, alias);
            groupBy();
            spelling.mark(";");
            return new Fact(
                    name,
                    table,
                    time,
                    widths,
                    keys,
                    refs,
                    measures,
                    where.isEmpty() ? null : RandomCondition.and(where),
                    new Assumed(origin, groupedByName));
        }

        private void joins() {
            joined = spelling.below(4);
            for (int ref = 0; ref < joined; ref++) {
                TableName table = table();
                String alias = "d" + ref;
                Ref.Kind kind = spelling.chance() ? Ref.Kind.LEFT : Ref.Kind.INNER;
                aliases.add(alias);
                dim(alias, table, kind, ref + 1, on -> joins.add(() -> join(table, alias, kind, on)));
            }
        }

        /** A ref to a dim by columns of so many tables before it; takes what writes its conditions. */
        private void dim(String alias, TableName table, Ref.Kind kind, int before, Consumer<Runnable> writer) {
            Set<String> columns = new LinkedHashSet<>();
            int equations = 1 + spelling.below(3);
            for (int i = 0; i < equations; i++) {
                columns.add(pick(COLUMNS));
            }
            List<Ref.On> on = new ArrayList<>();
            List<Runnable> all = new ArrayList<>();
            for (String column : columns) {
                Ref.On each = new Ref.On(column, via(spelling.below(before)));
                on.add(each);
                all.add(() -> equation(alias, each));
            }
            List<Condition<String, Literal>> own = new ArrayList<>();
            int conditions = Math.max(0, spelling.below(5) - 2);
            int at = 0;
            for (int i = 0; i < conditions; i++) {
                RandomCondition<String, Literal> random = conditions(() -> {
                    String column = pick(COLUMNS);
                    return new RandomCondition.Written<>(
                            column, () -> spelling.parenthesised(() -> qualified(alias, column)));
                });
                RandomCondition.Result<String, Literal> condition = random.of(2);
                own.add(condition.condition());
                at = at + spelling.below(all.size() - at + 1);
                all.add(at++, () -> random.write(condition, 1));
            }
            refs.add(new Ref(alias, table, kind, on, own.isEmpty() ? null : RandomCondition.and(own)));
            writer.accept(() -> conjunction(all));
        }

        private RandomCondition<String, Literal> conditions(Supplier<RandomCondition.Written<String>> subjects) {
            return new RandomCondition<>(spelling, subjects, this::literal, true);
        }

        private RandomCondition.Written<Literal> literal() {
            RandomCondition.Written<Literal> bare = bareLiteral();
            return new RandomCondition.Written<>(bare.value(), () -> spelling.parenthesised(bare.writer()));
        }

        private RandomCondition.Written<Literal> bareLiteral() {
            switch (spelling.below(5)) {
                case 0 -> {
                    String number = pick(List.of("0", "17", "1.50", ".5", "2.", "1e3", "99999999999999999999"));
                    boolean negative = spelling.chance();
                    return new RandomCondition.Written<>(new Literal.Number(negative ? "-" + number : number), () -> {
                        if (negative) {
                            spelling.mark("-");
                        }
                        spelling.bare(number);
                    });
                }
                case 1 -> {
                    boolean value = spelling.chance();
                    return new RandomCondition.Written<>(
                            new Literal.Bool(value), () -> spelling.words(value ? "true" : "false"));
                }
                case 2 -> {
                    return spelling.below(3) == 0
                            ? new RandomCondition.Written<>(new Literal.Null(), () -> spelling.words("null"))
                            : text(pick(List.of("", "a", "it's", "now", "50%\\_", "\n", "$t$", "--", "é😀")));
                }
                case 3 -> {
                    return text(pick(COLUMNS));
                }
                default -> {
                    List<String> typed = pick(TYPED);
                    boolean before = Literals.isWrittenBefore(typed.get(0)) && spelling.chance();
                    return new RandomCondition.Written<>(new Literal.Typed(typed.get(1), typed.get(2)), () -> {
                        if (before) {
                            spelling.words(typed.get(0)).text(typed.get(2));
                        } else {
                            spelling.text(typed.get(2)).mark("::").words(typed.get(0));
                        }
                    });
                }
            }
        }

        private RandomCondition.Written<Literal> text(String text) {
            return new RandomCondition.Written<>(new Literal.Text(text), () -> spelling.text(text));
        }

        /** WHERE: conditions on the fact's own columns, and EXISTS, in any order. */
        private void where() {
            int count = Math.max(0, spelling.below(6) - 2);
            for (int i = 0; i < count; i++) {
                if (spelling.chance()) {
                    exists("s" + i);
                    continue;
                }
                RandomCondition<String, Literal> random = conditions(() -> {
                    String column = pick(COLUMNS);
                    return new RandomCondition.Written<>(column, () -> spelling.parenthesised(() -> column(0, column)));
                });
                RandomCondition.Result<String, Literal> condition = random.of(3);
                where.add(condition.condition());
                conjuncts.add(() -> random.write(condition, 1));
            }
        }

        private void exists(String alias) {
            TableName table = table();
            Ref.Kind kind = spelling.chance() ? Ref.Kind.SEMI : Ref.Kind.ANTI;
            dim(
                    alias,
                    table,
                    kind,
                    1,
                    on -> conjuncts.add(() -> spelling.parenthesised(() -> {
                        if (kind == Ref.Kind.ANTI) {
                            spelling.words("not");
                        }
                        Runnable exists = () -> {
                            spelling.words("exists")
                                    .mark("(")
                                    .words("select")
                                    .bare("1")
                                    .words("from");
                            write(table);
                            spelling.maybe("as")
                                    .name(alias)
                                    .words("where")
                                    .parenthesised(on)
                                    .mark(")");
                        };
                        spelling.parenthesised(exists);
                    })));
        }

        private Via via(int table) {
            String column = pick(COLUMNS);
            return table == 0 ? new Via.Column(column) : new Via.Attribute(table - 1, column);
        }

        private void join(TableName table, String alias, Ref.Kind kind, Runnable on) {
            if (kind == Ref.Kind.LEFT) {
                spelling.words("left").maybe("outer");
            } else {
                spelling.maybe("inner");
            }
            spelling.words("join");
            write(table);
            spelling.maybe("as").name(alias).words("on").parenthesised(on);
        }

        private void conjunction(List<Runnable> all) {
            for (int i = 0; i < all.size(); i++) {
                if (i > 0) {
                    spelling.words("and");
                }
                all.get(i).run();
            }
        }

        private void equation(String alias, Ref.On on) {
            int table = on.via() instanceof Via.Attribute attribute ? attribute.ref() + 1 : 0;
            Runnable key = () -> spelling.parenthesised(() -> qualified(alias, on.column()));
            Runnable via = () -> spelling.parenthesised(
                    () -> qualified(aliases.get(table), on.via().column()));
            boolean keyFirst = spelling.chance();
            spelling.parenthesised(() -> {
                (keyFirst ? key : via).run();
                spelling.mark("=");
                (keyFirst ? via : key).run();
            });
        }

        private Runnable bucket(Width width, String time, ColumnType.Kind origin) {
            String interval =
                    pick(List.of(width.toString(), width.seconds() + " s", Integer.toString(width.seconds())));
            String text = origin == ColumnType.Kind.TIMESTAMPTZ ? "1970-01-01 00:00:00+00" : "2001-01-01";
            String type = origin.name();
            boolean cast = spelling.chance();
            return () -> {
                spelling.bare("date_bin").mark("(").text(interval).mark(",");
                column(0, time);
                spelling.mark(",");
                if (cast) {
                    spelling.text(text).mark("::").words(type);
                } else {
                    spelling.words(type).text(text);
                }
                spelling.mark(")");
            };
        }

        private void outputs(Runnable bucket) {
            int bucketAt = spelling.below(4);
            int count = 1 + spelling.below(5);
            Set<String> keyColumns = new LinkedHashSet<>();
            for (int i = 0; i <= count; i++) {
                if (i == Math.min(bucketAt, count)) {
                    outputs.add(new Output(Fact.BUCKET, bucket, false, 0, ""));
                }
                if (i == count || spelling.below(3) == 0) {
                    measure();
                } else {
                    key(keyColumns);
                }
            }
        }

        private void measure() {
            String name = fresh();
            String column = pick(COLUMNS);
            Aggregate.Kind kind = pick(List.of(Aggregate.Kind.values()));
            boolean rows = kind == Aggregate.Kind.COUNT_ROWS;
            boolean collateC = kind.orders() && spelling.chance();
            String fraction = kind == Aggregate.Kind.PERCENTILE_DISC ? pick(FRACTIONS) : "0";
            RandomCondition<Via, Literal> random = new RandomCondition<>(spelling, this::filtered, this::literal, true);
            RandomCondition.Result<Via, Literal> filter =
                    (keys.isEmpty() && joined == 0) || spelling.chance() ? null : random.of(3);
            measures.add(new Measure(
                    name,
                    new Aggregate(kind, rows ? null : column, Double.parseDouble(fraction), collateC),
                    filter == null ? null : filter.condition()));
            Runnable input = () -> spelling.parenthesised(() -> {
                spelling.parenthesised(() -> column(0, column));
                if (collateC) {
                    spelling.words("collate").name("C");
                }
            });
            Runnable writer = () -> {
                call(kind, fraction, input);
                if (filter != null) {
                    spelling.words("filter").mark("(").words("where");
                    random.write(filter, 0);
                    spelling.mark(")");
                }
            };
            outputs.add(new Output(name, writer, true, 0, ""));
        }

        private void call(Aggregate.Kind kind, String fraction, Runnable input) {
            String function = switch (kind) {
                case COUNT_ROWS, COUNT, COUNT_DISTINCT -> "COUNT";
                case BOOL_AND -> pick(List.of("every", "bool_and"));
                default -> kind.name();
            };
            spelling.words(function).mark("(");
            switch (kind) {
                case COUNT_ROWS -> spelling.mark("*");
                case COUNT_DISTINCT -> {
                    spelling.words("distinct");
                    input.run();
                }
                case PERCENTILE_DISC -> {
                    spelling.parenthesised(() -> spelling.bare(fraction));
                    spelling.mark(")").words("within group").mark("(").words("order by");
                    input.run();
                    spelling.maybe("asc");
                }
                default -> input.run();
            }
            spelling.mark(")");
        }

        /** What a filter may test: a column that a key reads, or any of a joined dim. */
        private RandomCondition.Written<Via> filtered() {
            Via via = joined > 0 && (keys.isEmpty() || spelling.chance())
                    ? new Via.Attribute(spelling.below(joined), pick(COLUMNS))
                    : pick(keys).via();
            int table = via instanceof Via.Attribute attribute ? attribute.ref() + 1 : 0;
            return new RandomCondition.Written<>(via, () -> spelling.parenthesised(() -> column(table, via.column())));
        }

        private void key(Set<String> keyColumns) {
            int table = spelling.below(joined + 1);
            String column = pick(COLUMNS);
            if (!keyColumns.add(table + "." + column)) {
                return;
            }
            String name = names.contains(column) || spelling.chance() ? fresh() : column;
            names.add(name);
            keys.add(new Key(name, table == 0 ? new Via.Column(column) : new Via.Attribute(table - 1, column)));
            outputs.add(new Output(name, () -> column(table, column), false, table, column));
        }

        private void write(String name, List<Width> widths, TableName table, String alias) {
            spelling.words("create view").name(name);
            if (widths.size() > 1 || spelling.chance()) {
                String buckets =
                        String.join(", ", widths.stream().map(Width::toString).toList());
                spelling.words("with")
                        .mark("(")
                        .name("buckets")
                        .mark("=")
                        .text(buckets)
                        .mark(")");
            }
            spelling.words("as select");
            for (int i = 0; i < outputs.size(); i++) {
                Output output = outputs.get(i);
                if (i > 0) {
                    spelling.mark(",");
                }
                spelling.parenthesised(output.writer);
                if (!output.name.equals(output.column)) {
                    spelling.as(output.name);
                }
            }
            spelling.words("from");
            write(table);
            if (!alias.equals(table.name())) {
                spelling.maybe("as").name(alias);
            }
            joins.forEach(Runnable::run);
            if (!conjuncts.isEmpty()) {
                spelling.words("where").parenthesised(() -> conjunction(conjuncts));
            }
        }

        private void groupBy() {
            spelling.words("group by");
            boolean first = true;
            for (int i = 0; i < outputs.size(); i++) {
                Output output = outputs.get(i);
                if (output.isMeasure) {
                    continue;
                }
                if (!first) {
                    spelling.mark(",");
                }
                first = false;
                switch (spelling.below(3)) {
                    case 0 -> spelling.bare(Integer.toString(i + 1));
                    case 1 -> spelling.parenthesised(output.writer);
                    default -> byName(output);
                }
            }
        }

        /** A name alone that is a column of the only table is that column, and else an output. */
        private void byName(Output output) {
            boolean column = joined == 0
                    && outputs.stream().anyMatch(other -> other.column.equals(output.name) && !other.isMeasure);
            if (column && !output.column.equals(output.name)) {
                output.writer.run();
                return;
            }
            spelling.parenthesised(() -> spelling.name(output.name));
            if (!column) {
                groupedByName.add(output.name);
            }
        }

        private void column(int table, String column) {
            if (joined == 0 && spelling.chance()) {
                spelling.name(column);
            } else {
                qualified(aliases.get(table), column);
            }
        }

        private void qualified(String table, String column) {
            spelling.name(table).mark(".").name(column);
        }

        private void write(TableName table) {
            if (!table.schema().equals(TableName.PUBLIC) || spelling.chance()) {
                spelling.name(table.schema()).mark(".");
            }
            spelling.name(table.name());
        }

        private TableName table() {
            return new TableName(pick(List.of("public", "app", "My Schema")), pick(TABLES));
        }

        private String fresh() {
            String name = "n" + names.size();
            names.add(name);
            return name;
        }

        private <T> T pick(List<T> choices) {
            return choices.get(spelling.below(choices.size()));
        }
    }
}
