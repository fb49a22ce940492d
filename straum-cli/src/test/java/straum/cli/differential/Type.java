package straum.cli.differential;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/** The types a column of the random schemas has: how it is declared, what its values are, and what can be made of them. */
enum Type {
    BOOL("bool", "bool", "true", "false"),
    INT2("int2", "int2", "0", "1", "2", "3", "-7", "32767", "-32768"),
    INT4("int4", "int4", "0", "1", "2", "3", "-7", "2147483647", "-2147483648"),
    INT8("int8", "int8", "0", "1", "2", "3", "-7", "9223372036854775807", "-9223372036854775808", "5000000000"),
    INT_DOMAIN("app.\"Whole\"", "int4", "0", "1", "2", "3", "40000"),
    NUMERIC(
            "numeric",
            "numeric",
            "0",
            "0.00",
            "1.5",
            "1.50",
            "1.500",
            "-2.25",
            "100",
            "0.1",
            "-0.10",
            "NaN",
            "Infinity",
            "-Infinity",
            "0.00000000000000000001",
            "123456789012345678901234567890123456789012345678901234567890.5",
            "10000",
            "99999999.9999"),
    NUMERIC_SCALED("numeric(12,2)", "numeric", "0", "1.5", "-2.25", "100", "0.01", "9999999999.99", "NaN"),
    NUMERIC_DOMAIN("app.price", "numeric", "0", "1.5", "2.125", "-100", "7"),
    /** Whole hundreds. */
    NUMERIC_COARSE("numeric(5,-2)", "numeric", "0", "100", "1200", "-300", "9999900", "NaN"),
    /** Values whose sums are exact in any order. */
    FLOAT4_GRID("float4", "float4", "0", "1", "1.5", "-2.25", "1000", "-0.25", "NaN", "Infinity", "-Infinity"),
    FLOAT4("float4", "float4", "0", "-0", "0.1", "1.9999999", "10254.05", "16777217", "1e-45", "3.4028235e38", "NaN"),
    /** Values whose sums are exact in any order. */
    FLOAT8_GRID("float8", "float8", "0", "1", "0.5", "-2.25", "1048576", "-0.125", "NaN", "Infinity", "-Infinity"),
    FLOAT8(
            "float8",
            "float8",
            "0",
            "-0",
            "1.5",
            "0.1",
            "-2.25",
            "1e16",
            "1e-7",
            "5e-324",
            "1.7976931348623157e308",
            "NaN",
            "Infinity",
            "-Infinity"),
    TEXT(
            "text",
            "text",
            "",
            "a",
            "b",
            "A",
            "ab",
            "a ",
            "é",
            "😀",
            "\uFFFD",
            "it's",
            "\"",
            "\\N",
            "two\nlines",
            "tab\there",
            "null",
            "a\\%b_",
            "x".repeat(300),
            "TOAST"),
    /** Ordered by C as it is declared. */
    TEXT_C("text COLLATE \"C\"", "text", "", "a", "b", "A", "ab", "é", "😀", "z%"),
    NAME("name", "name", "a", "b", "A", "ab", "é", ""),
    VARCHAR("varchar(8)", "text", "", "a", "b", "A", "ab", "a ", "é", "null"),
    TEXT_DOMAIN("app.word", "text", "a", "b", "ab", "é", "a long word"),
    BPCHAR("char(5)", "bpchar", "a", "b", "A", "ab", "é", "", "a b", "12345"),
    ENUM("app.\"Mood\"", "app.\"Mood\"", "sad", "ok", "Very Happy", "it's"),
    /** An enum of the same name in another schema. */
    OTHER_ENUM("public.\"Mood\"", "public.\"Mood\"", "ok", "none", "sad"),
    UUID(
            "uuid",
            "uuid",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
    DATE(
            "date",
            "date",
            "2026-11-12",
            "2026-11-13",
            "2026-11-14",
            "2000-01-01",
            "1969-12-31",
            "0044-03-15 BC",
            "4713-01-01 BC",
            "294246-12-31",
            "294277-01-01",
            "5874897-12-31",
            "infinity",
            "-infinity"),
    TIMESTAMP(
            "timestamp",
            "timestamp",
            "2026-11-13 09:00:00",
            "2026-11-13 09:59:59.999999",
            "2026-11-13 10:00:00",
            "2026-11-12 23:59:59.999999",
            "1969-12-31 23:59:59.5",
            "1970-01-01 00:00:00",
            "0044-03-15 12:30:00.25 BC",
            "4713-01-01 00:00:00 BC",
            "15000-12-31 01:02:03",
            "294246-12-31 23:00:00",
            "294276-12-31 23:59:59.999999",
            "infinity",
            "-infinity"),
    TIMESTAMPTZ(
            "timestamptz",
            "timestamptz",
            "2026-11-13 09:00:00+00",
            "2026-11-13 09:59:59.999999+00",
            "2026-11-13 10:00:00+00",
            "2026-11-13 01:30:00+05:30",
            "2026-11-12 23:59:59.999999+00",
            "1969-12-31 23:59:59.5+00",
            "1970-01-01 00:00:00+00",
            "0214-02-05 15:40:00+00 BC",
            "4713-01-01 00:00:00+00 BC",
            "15000-12-31 01:02:03+00",
            "294246-12-31 23:00:00+00",
            "294276-12-31 23:59:59.999999+00",
            "infinity",
            "-infinity"),
    /** Where a month is 30 days, and a day 24 hours. */
    INTERVAL("interval", "interval", "1 month", "30 days", "720 hours", "1 day", "24:00:00", "-1 year", "00:00:00.5"),
    TIME("time", "time", "00:00:00", "09:05:00.25", "24:00:00", "23:59:59.999999"),
    BYTEA("bytea", "bytea", "", "\\x00", "\\x00ff", "\\x41"),
    OID("oid", "oid", "0", "1", "4294967295"),
    INET("inet", "inet", "10.0.0.1", "10.0.0.1/24", "10.0.0.0/8", "::1"),
    ARRAY("int4[]", "int4[]", "{}", "{1,2}", "{NULL}"),
    JSONB("jsonb", "jsonb", "{\"a\": 1}", "[]"),
    /** One of the types that can only be counted. */
    JSON("json", "json", "{\"a\": 1}", "[]", "null");

    /** What has to be there before a table can have a column of any of the types. */
    static final List<String> SETUP = List.of(
            "CREATE SCHEMA app",
            "CREATE TYPE app.\"Mood\" AS ENUM ('ok', 'sad', 'Very Happy', 'it''s')",
            "CREATE TYPE public.\"Mood\" AS ENUM ('sad', 'none', 'ok')",
            "CREATE DOMAIN app.\"Whole\" AS int4 CHECK (VALUE >= 0)",
            "CREATE DOMAIN app.fine AS numeric(10,3)",
            "CREATE DOMAIN app.price AS app.fine CHECK (VALUE < 1000000)",
            "CREATE DOMAIN app.word AS text");

    private final String declared;
    private final String cast;

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes one that does not change.
    private final List<String> pool;

    Type(String declared, String cast, String... values) {
        this.declared = declared;
        this.cast = cast;
        this.pool = Stream.of(values)
                .map(value -> value.equals("TOAST") ? incompressible() : value)
                .toList();
    }

    /** A text that PostgreSQL stores out of line, so that an update that leaves it alone does not send it. */
    private static String incompressible() {
        Random random = new Random(3000);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append((char) ('!' + 1 + random.nextInt(90)));
        }
        return text.toString();
    }

    /** Those that a major version has: a scale below zero came with 15. */
    static List<Type> of(int major) {
        return Arrays.stream(values())
                .filter(type -> major >= 15 || type != NUMERIC_COARSE)
                .toList();
    }

    /** As a column is declared. */
    String declared() {
        return declared;
    }

    /** A few values, edges among them. */
    List<String> pool() {
        return pool;
    }

    /** A value as PostgreSQL reads it in a condition. */
    String postgres(String value) {
        return Sql.text(value) + "::" + cast;
    }

    /** A value as both read it in a view's text, where it is compared with a column of the type; one of several ways. */
    String literal(Dice dice, String value) {
        if (this == BOOL) {
            return dice.percent(50) ? value : value.toUpperCase(Locale.ROOT);
        }
        // A bare number beside a float4 is a float8 to PostgreSQL.
        if (isNumber(value) && !isFloat4() && dice.percent(60)) {
            return value;
        }
        if (this == UUID && dice.percent(30)) {
            return Sql.text(value) + "::uuid";
        }
        return (isTime() && dice.percent(30) ? declared.toUpperCase(Locale.ROOT) + " " : "") + Sql.text(value);
    }

    /** A value as Straum reads it in an ask, one of several ways. */
    String straum(Dice dice, String value) {
        return isNumber(value) && dice.percent(70) ? value : literal(dice, value);
    }

    /** A value as JSON in a parameter, one of several ways. */
    String json(Dice dice, String value) {
        boolean bare = this == BOOL || isNumber(value);
        return bare && dice.percent(70) ? value : Sql.json(value);
    }

    /** The type as a cast names it. */
    String cast() {
        return cast;
    }

    private boolean isNumber(String value) {
        boolean number = isInteger() || isNumeric() || isFloat();
        return number && Character.isDigit(value.charAt(value.length() - 1));
    }

    /** Whether a view can have it as a key, or join by it. */
    boolean isKey() {
        return ordinal() < INTERVAL.ordinal();
    }

    /** Whether its distinct values can be counted. */
    boolean isDistinct() {
        return ordinal() < ARRAY.ordinal();
    }

    /** Whether a view can sum it. */
    boolean isSummed() {
        return isInteger() || isNumeric() || this == FLOAT4_GRID || this == FLOAT8_GRID;
    }

    /** Whether PostgreSQL has its least and greatest. */
    boolean hasLeast() {
        return isKey() && this != BOOL && this != UUID;
    }

    /** Whether percentile_disc takes it. */
    boolean isRanked() {
        return isKey() && this != BOOL;
    }

    /** Whether a view can put its rows into buckets by it. */
    boolean isTime() {
        return this == DATE || this == TIMESTAMP || this == TIMESTAMPTZ;
    }

    /** Whether answers may print a value in one of several equal forms. */
    boolean hasEqualForms() {
        return isNumeric() || isFloat();
    }

    boolean isFloat() {
        return isFloat4() || this == FLOAT8 || this == FLOAT8_GRID;
    }

    boolean isFloat4() {
        return this == FLOAT4 || this == FLOAT4_GRID;
    }

    /** Whether LIKE takes it. */
    boolean isLike() {
        return isText() || this == BPCHAR || this == NAME;
    }

    private boolean isText() {
        return this == TEXT || this == TEXT_C || this == VARCHAR || this == TEXT_DOMAIN;
    }

    /** Whether PostgreSQL orders it by a collation that may be another than C. */
    boolean ordersByCollation() {
        return (isText() && this != TEXT_C) || this == BPCHAR;
    }

    /** Whether a join may compare the two. */
    boolean joins(Type other) {
        boolean alike = (isInteger() && other.isInteger()) || (isText() && other.isText());
        boolean floats = (isFloat4() && other.isFloat4()) || (isFloat8() && other.isFloat8());
        return alike || floats || (isNumeric() && other.isNumeric()) || (this == other && isKey());
    }

    private boolean isFloat8() {
        return isFloat() && !isFloat4();
    }

    boolean isInteger() {
        return this == INT2 || this == INT4 || this == INT8 || this == INT_DOMAIN;
    }

    private boolean isNumeric() {
        return this == NUMERIC || this == NUMERIC_SCALED || this == NUMERIC_DOMAIN || this == NUMERIC_COARSE;
    }
}
