package straum.cli.differential;

import java.util.List;
import java.util.Locale;

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
            "x".repeat(300)),
    VARCHAR("varchar(8)", "text", "", "a", "b", "A", "ab", "a ", "é", "null"),
    TEXT_DOMAIN("app.word", "text", "a", "b", "ab", "é", "a long word"),
    BPCHAR("char(5)", "bpchar", "a", "b", "A", "ab", "é", "", "a b", "12345"),
    ENUM("app.\"Mood\"", "app.\"Mood\"", "sad", "ok", "Very Happy", "it's"),
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
    /** One of the types that can only be counted. */
    JSON("json", "json", "{\"a\": 1}", "[]", "null");

    /** What has to be there before a table can have a column of any of the types. */
    static final List<String> SETUP = List.of(
            "CREATE SCHEMA app",
            "CREATE TYPE app.\"Mood\" AS ENUM ('ok', 'sad', 'Very Happy', 'it''s')",
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
        this.pool = List.of(values);
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

    /** A value as Straum reads it in a condition, one of several ways. */
    String straum(Dice dice, String value) {
        if (this == BOOL) {
            return value.toUpperCase(Locale.ROOT);
        }
        if (isNumber(value) && dice.percent(70)) {
            return value;
        }
        if (this == UUID && dice.percent(30)) {
            return Sql.text(value) + "::uuid";
        }
        return (isTime() && dice.percent(30) ? declared + " " : "") + Sql.text(value);
    }

    /** A value as JSON in a parameter, one of several ways. */
    String json(Dice dice, String value) {
        boolean bare = this == BOOL || isNumber(value);
        return bare && dice.percent(70) ? value : Sql.json(value);
    }

    private boolean isNumber(String value) {
        boolean number = isInteger() || isNumeric() || this == FLOAT8;
        return number && Character.isDigit(value.charAt(value.length() - 1));
    }

    boolean isKey() {
        return this != JSON;
    }

    boolean isSummed() {
        return isInteger() || isNumeric();
    }

    boolean isTime() {
        return this == DATE || this == TIMESTAMP || this == TIMESTAMPTZ;
    }

    /** Whether answers may print a value in one of several equal forms. */
    boolean hasEqualForms() {
        return isNumeric() || this == FLOAT8;
    }

    boolean isText() {
        return this == TEXT || this == VARCHAR || this == TEXT_DOMAIN;
    }

    boolean ordersByCollation() {
        return isText() || this == BPCHAR;
    }

    boolean joins(Type other) {
        boolean alike = (isInteger() && other.isInteger()) || (isText() && other.isText());
        return alike || (isNumeric() && other.isNumeric()) || (this == other && isKey());
    }

    private boolean isInteger() {
        return this == INT2 || this == INT4 || this == INT8 || this == INT_DOMAIN;
    }

    private boolean isNumeric() {
        return this == NUMERIC || this == NUMERIC_SCALED || this == NUMERIC_DOMAIN;
    }
}
