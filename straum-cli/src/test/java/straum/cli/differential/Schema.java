package straum.cli.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tables of one run. */
record Schema(List<Table> tables) {
    private static final List<String> TABLES = List.of(
            "public.t_plain",
            "app.t_plain",
            "public.Order",
            "app.select",
            "public.has space",
            "app.quo\"te",
            "app.dot.ted");
    private static final List<String> COLUMNS = List.of(
            "c_one",
            "c_two",
            "c_three",
            "User",
            "user",
            "a b",
            "quo\"te",
            "dot.ted",
            "it's",
            "ärger",
            "$1",
            "order",
            "measure",
            "timestamp",
            "final",
            "a_column_whose_name_takes_all_the_sixty_three_bytes_there_are_x");

    /**
     * A table; the first of its columns is the id.
     *
     * @param partitions 0 where it is not partitioned
     */
    record Table(String schema, String name, boolean hasPrimaryKey, int partitions, List<Column> columns) {
        /** Its name with its schema. */
        String sql() {
            return Sql.name(schema) + "." + Sql.name(name);
        }

        /** The columns a view can bin by. */
        List<Column> times() {
            return columns.stream().filter(column -> column.type().isTime()).toList();
        }

        /** The columns a view can have as keys and join by. */
        List<Column> keys() {
            return columns.stream().filter(column -> column.type().isKey()).toList();
        }

        /** Its name as a view's text may write it: a table of public without its schema. */
        String spelled(Dice dice) {
            return schema.equals("public") && dice.percent(50) ? Sql.name(name) : sql();
        }

        private List<String> partitionNames() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                names.add(Sql.name(schema) + "." + Sql.name("part " + name.length() + name.charAt(0) + i));
            }
            return names;
        }

        private String create() {
            StringBuilder sql = new StringBuilder("CREATE TABLE " + sql() + " (id int8");
            sql.append(hasPrimaryKey ? " PRIMARY KEY" : "");
            for (Column column : columns.subList(1, columns.size())) {
                sql.append(", ")
                        .append(column.sql())
                        .append(' ')
                        .append(column.type().declared());
            }
            return sql.append(partitions > 0 ? ") PARTITION BY HASH (id)" : ")").toString();
        }

        private List<String> createPartitions() {
            List<String> statements = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                String part = partitionNames().get(i);
                statements.add("CREATE TABLE " + part + " PARTITION OF " + sql() + " FOR VALUES WITH (MODULUS "
                        + partitions + ", REMAINDER " + i + ")");
                statements.add("ALTER TABLE " + part + " REPLICA IDENTITY FULL");
            }
            return statements;
        }
    }

    /**
     * A column.
     *
     * @param isFar whether it may have a time too late for date_bin
     * @param usual the few values most of its rows have, so that they meet in groups and joins
     */
    record Column(String name, Type type, List<String> usual, boolean isFar) {
        /** Times that date_bin cannot bin. */
        private static final Pattern TOO_LATE = Pattern.compile("(294276|294277|5874897)-.*");

        /** Its name. */
        String sql() {
            return Sql.name(name);
        }

        /** Whether rows of both often have equal values. */
        boolean meets(Column other) {
            return usual.stream().anyMatch(other.usual::contains);
        }

        /** A value of a new row; null for null. */
        @Nullable String value(Dice dice) {
            if (dice.percent(12)) {
                return null;
            }
            if (type == Type.DATE && dice.percent(50)) {
                return "2026-11-" + dice.between(12, 14);
            }
            if (type == Type.TIMESTAMPTZ && dice.percent(50)) {
                return nearNoon(dice) + "+00";
            }
            if (type == Type.TIMESTAMP && dice.percent(50)) {
                return nearNoon(dice);
            }
            return dice.pick(dice.percent(85) ? usual : pool());
        }

        /** A value to ask for; mostly one that is there. */
        String asked(Dice dice) {
            return dice.pick(dice.percent(90) ? usual : type.pool());
        }

        private List<String> pool() {
            return pool(type, isFar);
        }

        static List<String> pool(Type type, boolean isFar) {
            return type.pool().stream()
                    .filter(value -> isFar || !TOO_LATE.matcher(value).matches())
                    .toList();
        }

        private static String nearNoon(Dice dice) {
            return String.format(
                    "2026-11-%02d %02d:%02d:%02d.%06d",
                    dice.between(12, 14),
                    dice.between(8, 14),
                    dice.below(60),
                    dice.below(60),
                    dice.percent(50) ? 0 : dice.below(1_000_000));
        }
    }

    /** Two to four tables that can be joined, of a server of that major version. */
    static Schema random(Dice dice, int major) {
        List<Table> tables = new ArrayList<>();
        for (String qualified : dice.pick(TABLES, dice.between(2, 4))) {
            int dot = qualified.indexOf('.');
            tables.add(new Table(
                    qualified.substring(0, dot),
                    qualified.substring(dot + 1),
                    dice.percent(60),
                    dice.pick(List.of(0, 0, 0, 2, 3)),
                    columns(dice, major)));
        }
        return new Schema(List.copyOf(tables));
    }

    /** An id, a time, what joins most easily, and anything else, in any order after the id. */
    private static List<Column> columns(Dice dice, int major) {
        List<Type> types = new ArrayList<>(List.of(
                dice.pick(List.of(Type.TIMESTAMPTZ, Type.TIMESTAMPTZ, Type.TIMESTAMP, Type.DATE)),
                dice.pick(List.of(Type.INT2, Type.INT4, Type.INT8)),
                dice.pick(List.of(Type.TEXT, Type.VARCHAR)),
                dice.pick(List.of(Type.NUMERIC, Type.NUMERIC_SCALED, Type.FLOAT8_GRID))));
        for (int more = dice.between(3, 8); more > 0; more--) {
            types.add(dice.pick(Type.of(major)));
        }
        List<String> names = dice.pick(COLUMNS, types.size());
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("id", Type.INT8, List.of("1", "2", "3", "4", "5", "6"), false));
        List<Type> shuffled = dice.pick(types, types.size());
        for (int i = 0; i < names.size(); i++) {
            Type type = shuffled.get(i);
            boolean isFar = dice.percent(30);
            List<String> usual = dice.pick(Column.pool(type, isFar), dice.between(2, 5));
            columns.add(new Column(names.get(i), type, usual, isFar));
        }
        return List.copyOf(columns);
    }

    /** The statements that make it, published as straum. */
    List<String> create() {
        List<String> statements = new ArrayList<>(Type.SETUP);
        List<String> published = new ArrayList<>();
        for (Table table : tables) {
            statements.add(table.create());
            statements.add("ALTER TABLE " + table.sql() + " REPLICA IDENTITY FULL");
            statements.addAll(table.createPartitions());
            published.add(table.sql());
        }
        statements.add("CREATE PUBLICATION straum FOR TABLE " + String.join(", ", published)
                + " WITH (publish_via_partition_root = true)");
        return statements;
    }
}
