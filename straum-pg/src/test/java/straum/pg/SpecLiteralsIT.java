package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.jdbc.PgConnection;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Condition.Operator;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * What a view's condition means: every literal against a column of every type, as PostgreSQL reads it in a session of odd
 * settings. A condition that fits holds for the rows for which PostgreSQL's holds; all others are refused.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpecLiteralsIT {
    private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        String[] columns = {
            "b bool",
            "i2 int2",
            "i4 int4",
            "i8 int8",
            "n numeric",
            "n2 numeric(12,2)",
            "f4 float4",
            "f8 float8",
            "t text",
            "v varchar(70)",
            "c char(4)",
            "nm name",
            "e app.mood",
            "u uuid",
            "d date",
            "ts timestamp",
            "tz timestamptz",
            "dn app.price",
            "df app.ratio",
            "dv app.word",
            "de app.feeling",
            "iv interval",
            "j jsonb"
        };
        for (String column : columns) {
            COLUMNS.put(column.substring(0, column.indexOf(' ')), column.substring(column.indexOf(' ') + 1));
        }
    }

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "-1",
            "1.0",
            "1.50",
            "0.1",
            "0.5",
            "1e2",
            "100",
            "32768",
            "16777216",
            "16777217",
            "2147483648",
            "9007199254740993",
            "9223372036854775807",
            "9223372036854775808",
            "1e-400",
            "1e400",
            "0.30000000000000004",
            "0.10000000149011612",
            "3.4028235e38",
            "1e-45",
            ".5",
            "1.");

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "a ",
            " a",
            "ab",
            "ä",
            "t",
            "TRUE",
            "of",
            "o",
            "sad",
            "ok",
            "OK",
            "NaN",
            "inf",
            "-Infinity",
            "\u0131nfinity",
            "+1",
            " 1 ",
            "0x1",
            "1_0",
            "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
            "{A0EEBC999C0B4EF8BB6D6BB9BD380A11}",
            "2026-11-13",
            "2026-11-13 09:00",
            "2026-11-13 09:00:00Z",
            "2026-11-13 09:00:00 UTC",
            "2026-11-13T09:00:00.1234565+05:30",
            "2026-11-13 24:00",
            "2026-11-13 BC",
            "0044-03-15 12:00 BC",
            "0044-03-15 12:00:00+00 BC",
            "infinity",
            "now",
            "today",
            "tomorrow",
            "yesterday",
            "epoch",
            "allballs",
            "20261113",
            "Nov 13 2026",
            "13/11/2026",
            "2026-02-30",
            "294277-01-01",
            "5874897-12-31",
            "x".repeat(62) + "ä",
            "x".repeat(63),
            "x".repeat(64),
            "it's");

    private static final List<Literal.Typed> TYPED = List.of(
            new Literal.Typed("date", "2026-11-13"),
            new Literal.Typed("date", "infinity"),
            new Literal.Typed("date", "5874897-12-31"),
            new Literal.Typed("timestamp", "2026-11-13 09:00"),
            new Literal.Typed("timestamptz", "2026-11-13 09:00:00Z"),
            new Literal.Typed("float4", "0.1"),
            new Literal.Typed("float8", "0.1"),
            new Literal.Typed("numeric", "0.1"),
            new Literal.Typed("int2", "1"),
            new Literal.Typed("int4", "1"),
            new Literal.Typed("int8", "1"),
            new Literal.Typed("text", "a "),
            new Literal.Typed("varchar", "a "),
            new Literal.Typed("text", "x".repeat(64)),
            new Literal.Typed("bool", "t"),
            new Literal.Typed("uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"));

    private final Shop shop = new Shop();
    private Catalog catalog;

    private static List<Literal> literals() {
        List<Literal> literals = new ArrayList<>(TYPED);
        for (String number : NUMBERS) {
            literals.add(new Literal.Number(number));
            literals.add(new Literal.Text(number));
        }
        TEXTS.forEach(text -> literals.add(new Literal.Text(text)));
        literals.add(new Literal.Bool(true));
        literals.add(new Literal.Bool(false));
        literals.add(new Literal.Null());
        return literals;
    }

    /** One row for each literal that a column takes, as the column takes it. */
    @BeforeAll
    void fill() throws Exception {
        StringBuilder columns = new StringBuilder();
        COLUMNS.forEach(
                (name, type) -> columns.append(", ").append(name).append(' ').append(type));
        shop.execute(
                "CREATE TYPE app.mood AS ENUM ('sad', 'ok')",
                "CREATE DOMAIN app.price AS numeric(12,2)",
                "CREATE DOMAIN app.ratio AS float4",
                "CREATE DOMAIN app.word AS varchar(70)",
                "CREATE DOMAIN app.feeling AS app.mood",
                "CREATE TABLE app.t (id int GENERATED ALWAYS AS IDENTITY, at timestamptz" + columns + ")",
                """
                CREATE FUNCTION app.holds(condition text) RETURNS text LANGUAGE plpgsql
                  SET TimeZone = 'Asia/Kathmandu' SET DateStyle = 'SQL, DMY' SET extra_float_digits = -15 AS $$
                DECLARE ids text;
                BEGIN
                  EXECUTE 'SELECT coalesce(string_agg(id::text, '','' ORDER BY id), '''') FROM app.t WHERE ' || condition
                    INTO ids;
                  RETURN ids;
                EXCEPTION WHEN OTHERS THEN RETURN 'error: ' || SQLERRM;
                END $$
                """,
                """
                CREATE PROCEDURE app.put(name text, type text, value text) LANGUAGE plpgsql AS $$
                BEGIN
                  EXECUTE format('INSERT INTO app.t (%I) SELECT %L::%s', name, value, type);
                EXCEPTION WHEN OTHERS THEN NULL;
                END $$
                """);
        try (Connection connection = shop.server.connect(shop.database);
                PreparedStatement put = connection.prepareStatement("CALL app.put(?, ?, ?)")) {
            List<String> values = new ArrayList<>(NUMBERS);
            values.addAll(TEXTS);
            for (Map.Entry<String, String> column : COLUMNS.entrySet()) {
                for (String value : values) {
                    put.setString(1, column.getKey());
                    put.setString(2, column.getValue());
                    put.setString(3, value);
                    put.execute();
                }
            }
        }
        PgConnection plain = new Connector(shop.dsn()).plain();
        try {
            Specs.FactBuilder view = Specs.fact("v", "app.t", "at");
            COLUMNS.keySet().forEach(name -> view.count(name, name));
            Spec spec = Specs.of(view.build());
            catalog = CatalogReader.read(plain, spec, Shop.PUBLICATION, shop.server.major());
        } finally {
            Connector.close(plain);
        }
    }

    @AfterAll
    void closeTheShop() {
        shop.close();
    }

    @Test
    void whatFitsMeansWhatPostgresqlReads() throws Exception {
        int fitting = 0;
        for (String column : COLUMNS.keySet()) {
            List<Condition<String, Literal>> conditions = new ArrayList<>();
            List<Literal> taken = new ArrayList<>();
            for (Literal literal : literals()) {
                for (Operator operator : List.of(Operator.EQUAL, Operator.GREATER_OR_EQUAL)) {
                    Condition<String, Literal> compare = new Condition.Compare<>(column, operator, literal, false);
                    if (fits(compare)) {
                        conditions.add(compare);
                        if (operator == Operator.EQUAL) {
                            taken.add(literal);
                        }
                    }
                }
            }
            // A list is read as the common type of all in it.
            for (Literal one : taken) {
                for (Literal other : taken) {
                    Condition<String, Literal> in = new Condition.In<>(column, List.of(one, other));
                    assertThat(fits(in)).as(sql(in)).isTrue();
                    conditions.add(in);
                }
            }
            check(column, conditions);
            fitting += taken.size();
        }
        assertThat(fitting).isGreaterThan(300);
    }

    private boolean fits(Condition<String, Literal> where) {
        List<Unfit> unfit = new ArrayList<>();
        new FactFit(
                        new Fact(
                                "v",
                                Specs.table("app.t"),
                                "at",
                                List.of(new Width(3600)),
                                List.of(),
                                List.of(),
                                List.of(),
                                where,
                                Assumed.NOTHING),
                        catalog,
                        unfit)
                .check();
        return unfit.isEmpty();
    }

    private void check(String column, List<Condition<String, Literal>> conditions) throws SQLException {
        ColumnType type = Objects.requireNonNull(
                        Objects.requireNonNull(catalog.tables().get(Specs.table("app.t")))
                                .column(column))
                .type();
        Map<Integer, byte[]> values = new TreeMap<>();
        if (type.isComparable()) {
            for (List<@Nullable String> row : shop.server.rows(
                    shop.database,
                    "SELECT id, " + text(column, type) + " FROM app.t WHERE " + column + " IS NOT NULL")) {
                Literal value = new Literal.Text(Objects.requireNonNull(row.get(1)));
                values.put(
                        Integer.valueOf(Objects.requireNonNull(row.get(0))),
                        Objects.requireNonNull(type.read(value), () -> column + " has " + row));
            }
            assertThat(values).as(column).isNotEmpty();
        }
        try (Connection odd = shop.server.connect(shop.database);
                PreparedStatement holds =
                        odd.prepareStatement("SELECT app.holds(condition) FROM unnest(?::text[]) WITH ORDINALITY"
                                + " AS c(condition, place) ORDER BY place")) {
            holds.setArray(
                    1,
                    odd.createArrayOf(
                            "text", conditions.stream().map(SpecLiteralsIT::sql).toArray()));
            try (ResultSet ids = holds.executeQuery()) {
                for (Condition<String, Literal> condition : conditions) {
                    ids.next();
                    List<String> ours = new ArrayList<>();
                    values.forEach((id, value) -> {
                        if (holds(condition, type, value)) {
                            ours.add(id.toString());
                        }
                    });
                    assertThat(String.join(",", ours))
                            .as(COLUMNS.get(column) + ": " + sql(condition))
                            .isEqualTo(ids.getString(1));
                }
            }
        }
    }

    /** A text that the type reads as the value: of an enum's domain its label. */
    private static String text(String column, ColumnType type) {
        return type.kind() == ColumnType.Kind.BOOL ? column : column + "::text";
    }

    private static boolean holds(Condition<String, Literal> condition, ColumnType type, byte[] value) {
        if (condition instanceof Condition.Compare<String, Literal> compare) {
            return !(compare.value() instanceof Literal.Null)
                    && compare.operator().holds(type.compare(value, read(type, compare.value())));
        }
        Condition.In<String, Literal> in = (Condition.In<String, Literal>) condition;
        return in.values().stream()
                .anyMatch(each -> !(each instanceof Literal.Null) && type.compare(value, read(type, each)) == 0);
    }

    private static byte[] read(ColumnType type, Literal literal) {
        return Objects.requireNonNull(type.read(literal));
    }

    private static String sql(Condition<String, Literal> condition) {
        if (condition instanceof Condition.Compare<String, Literal> compare) {
            return compare.subject() + " " + compare.operator().sql() + " " + sql(compare.value());
        }
        Condition.In<String, Literal> in = (Condition.In<String, Literal>) condition;
        return in.subject() + " IN ("
                + String.join(
                        ", ", in.values().stream().map(SpecLiteralsIT::sql).toList())
                + ")";
    }

    private static String sql(Literal literal) {
        if (literal instanceof Literal.Text text) {
            return "'" + text.text().replace("'", "''") + "'";
        }
        if (literal instanceof Literal.Typed typed) {
            return "'" + typed.text().replace("'", "''") + "'::" + typed.type();
        }
        if (literal instanceof Literal.Number number) {
            return number.text();
        }
        return literal instanceof Literal.Bool bool ? Boolean.toString(bool.value()) : "NULL";
    }

    /** Texts alone, over every type: what is read is what PostgreSQL's input function reads, whatever is refused. */
    @Test
    void whatIsReadOfATextIsWhatPostgresqlReads() throws Exception {
        List<String> texts = new ArrayList<>(NUMBERS);
        texts.addAll(TEXTS);
        shop.execute("""
                CREATE FUNCTION app.reads(input text, type text) RETURNS text LANGUAGE plpgsql SET TimeZone = 'UTC' AS $$
                DECLARE output text;
                BEGIN
                  EXECUTE format('SELECT format(''%%s'', %L::%s)', input, type) INTO output;
                  RETURN output;
                EXCEPTION WHEN OTHERS THEN RETURN NULL;
                END $$
                """);
        Map<String, ColumnType> types = new LinkedHashMap<>();
        Objects.requireNonNull(catalog.tables().get(Specs.table("app.t"))).columns().stream()
                .filter(column ->
                        COLUMNS.containsKey(column.name()) && column.type().isComparable())
                .filter(column -> column.type().kind() != ColumnType.Kind.BPCHAR && !column.isDomain())
                .filter(column -> !column.declared().contains("("))
                .forEach(column -> types.put(column.declared(), column.type()));
        assertThat(types).hasSizeGreaterThan(12);
        for (Map.Entry<String, ColumnType> type : types.entrySet()) {
            List<String> read = new ArrayList<>();
            List<String> printed = new ArrayList<>();
            for (String text : texts) {
                byte[] value = type.getValue().read(new Literal.Text(text));
                if (value != null) {
                    StringBuilder out = new StringBuilder();
                    type.getValue().print(value, 0, value.length, out);
                    read.add("('" + text.replace("'", "''") + "')");
                    printed.add(out.toString());
                }
            }
            String sql = "SELECT app.reads(input, '" + type.getKey() + "') FROM (VALUES " + String.join(", ", read)
                    + ") v(input)";
            assertThat(shop.server.rows(shop.database, sql))
                    .as(type.getKey())
                    .isEqualTo(printed.stream().map(List::of).toList());
        }
    }
}
