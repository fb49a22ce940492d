package straum.notation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;

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
    private record Written(String name, Runnable writer, boolean isMeasure, int table, String column) {}

    private static final class Writer {
        private final Spelling spelling;
        private final List<Ref> refs = new ArrayList<>();
        private final List<Key> keys = new ArrayList<>();
        private final List<Measure> measures = new ArrayList<>();
        private final List<Written> outputs = new ArrayList<>();
        private final Set<String> names = new LinkedHashSet<>();
        private final List<String> groupedByName = new ArrayList<>();
        private final List<Runnable> joins = new ArrayList<>();
        private final List<String> aliases = new ArrayList<>();

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
            write(name, widths, table, alias);
            groupBy();
            spelling.mark(";");
            return new Fact(name, table, time, widths, keys, refs, measures, null, new Assumed(origin, groupedByName));
        }

        private void joins() {
            int count = spelling.below(4);
            for (int ref = 0; ref < count; ref++) {
                TableName table = table();
                String alias = "d" + ref;
                Ref.Kind kind = spelling.chance() ? Ref.Kind.LEFT : Ref.Kind.INNER;
                Set<String> columns = new LinkedHashSet<>();
                int equations = 1 + spelling.below(3);
                for (int i = 0; i < equations; i++) {
                    columns.add(pick(COLUMNS));
                }
                List<Ref.On> on = new ArrayList<>();
                for (String column : columns) {
                    on.add(new Ref.On(column, via(spelling.below(ref + 1))));
                }
                aliases.add(alias);
                refs.add(new Ref(alias, table, kind, on));
                joins.add(() -> join(table, alias, kind, on));
            }
        }

        private Via via(int table) {
            String column = pick(COLUMNS);
            return table == 0 ? new Via.Column(column) : new Via.Attribute(table - 1, column);
        }

        private void join(TableName table, String alias, Ref.Kind kind, List<Ref.On> on) {
            if (kind == Ref.Kind.LEFT) {
                spelling.words("left").maybe("outer");
            } else {
                spelling.maybe("inner");
            }
            spelling.words("join");
            write(table);
            spelling.maybe("as").name(alias).words("on").parenthesised(() -> conjunction(alias, on));
        }

        private void conjunction(String alias, List<Ref.On> on) {
            for (int i = 0; i < on.size(); i++) {
                if (i > 0) {
                    spelling.words("and");
                }
                Ref.On each = on.get(i);
                int table = each.via() instanceof Via.Attribute attribute ? attribute.ref() + 1 : 0;
                Runnable key = () -> spelling.parenthesised(() -> qualified(alias, each.column()));
                Runnable via = () -> spelling.parenthesised(
                        () -> qualified(aliases.get(table), each.via().column()));
                boolean keyFirst = spelling.chance();
                spelling.parenthesised(() -> {
                    (keyFirst ? key : via).run();
                    spelling.mark("=");
                    (keyFirst ? via : key).run();
                });
            }
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
                    outputs.add(new Written(Fact.BUCKET, bucket, false, 0, ""));
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
            Aggregate.Kind aggregate =
                    pick(List.of(Aggregate.Kind.COUNT_ROWS, Aggregate.Kind.COUNT, Aggregate.Kind.SUM));
            boolean rows = aggregate == Aggregate.Kind.COUNT_ROWS;
            measures.add(new Measure(name, new Aggregate(aggregate, rows ? null : column)));
            Runnable writer = () -> {
                spelling.bare(aggregate == Aggregate.Kind.SUM ? "Sum" : "COUNT").mark("(");
                if (rows) {
                    spelling.mark("*");
                } else {
                    column(0, column);
                }
                spelling.mark(")");
            };
            outputs.add(new Written(name, writer, true, 0, ""));
        }

        private void key(Set<String> keyColumns) {
            int table = spelling.below(refs.size() + 1);
            String column = pick(COLUMNS);
            if (!keyColumns.add(table + "." + column)) {
                return;
            }
            String name = names.contains(column) || spelling.chance() ? fresh() : column;
            names.add(name);
            keys.add(new Key(name, table == 0 ? new Via.Column(column) : new Via.Attribute(table - 1, column)));
            outputs.add(new Written(name, () -> column(table, column), false, table, column));
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
                Written output = outputs.get(i);
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
        }

        private void groupBy() {
            spelling.words("group by");
            boolean first = true;
            for (int i = 0; i < outputs.size(); i++) {
                Written output = outputs.get(i);
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
        private void byName(Written output) {
            boolean column = refs.isEmpty()
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
            if (refs.isEmpty() && spelling.chance()) {
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
