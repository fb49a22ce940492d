package straum.domain.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * A column of {@link RandomStore}'s tables.
 *
 * @param values the few texts its values have, null among them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RandomColumn(
        String table,
        String name,
        ColumnType type,
        @Nullable String[] values) {
    private static final @Nullable String[] TIMES = {
        "2026-11-13 00:00:00+00",
        "2026-11-13 09:05:00+00",
        "2026-11-13 09:59:59.999999+00",
        "2026-11-13 10:00:00+00",
        "2026-11-14 23:59:59+00",
        "2026-11-15 00:00:00+00",
        "2026-11-20 12:30:30+00",
        "2026-03-29 00:59:59+00",
        "2026-10-25 00:30:00+00",
        "1969-12-31 23:59:59.5+00",
        "0214-02-05 15:40:00+00 BC",
        "infinity",
        "-infinity",
        "294276-12-31 00:00:00+00",
        null
    };

    private static final @Nullable String[] KINDS = {"signup", "purchase", "refund", "", "ž", "%_\\", null};
    private static final @Nullable String[] IDS = {"1", "2", "3", "4", "-7", "32767", null};
    private static final @Nullable String[] AMOUNTS = {
        "1.5",
        "1.50",
        "-2.25",
        "0",
        "0.000",
        "7",
        "12345678901234567890.12",
        "1e40",
        "-1e40",
        "NaN",
        "Infinity",
        "-Infinity",
        null
    };
    private static final @Nullable String[] PRICES = {"1.50", "-0.25", "1000000.00", "0.00", null};
    private static final @Nullable String[] WHOLES = {"0", "1", "-1", "127", "-129", "70000", "-2147483648", null};
    private static final @Nullable String[] BIGS = {"9223372036854775807", "-9223372036854775808", "5", null};
    private static final @Nullable String[] RATES = {
        "0",
        "1",
        "0.1",
        "0.2",
        "-0.3",
        "1e16",
        "-1e16",
        "5e-324",
        "1e308",
        "-1e308",
        "NaN",
        "Infinity",
        "-Infinity",
        null
    };
    private static final @Nullable String[] HEATS = {
        "0", "2", "1.9999999", "10254.05", "-0.1", "3e38", "1e-45", "16777216", "NaN", "Infinity", null
    };
    private static final @Nullable String[] CODES = {"a", "b", "ab", "A", "ž", "", null};
    private static final @Nullable String[] BOOLS = {"true", "false", null};
    private static final @Nullable String[] UUIDS = {
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
        null
    };
    private static final @Nullable String[] DAYS = {
        "2026-11-13", "1969-12-31", "infinity", "-infinity", "5874897-12-31", "2026-11-20", "0044-03-15 BC", null
    };

    private static final List<RandomColumn> ALL = List.of(
            new RandomColumn("app.events", "at", ColumnType.TIMESTAMPTZ, TIMES),
            new RandomColumn("app.events", "born", ColumnType.TIMESTAMP, withoutZone(TIMES)),
            new RandomColumn("app.events", "day", ColumnType.DATE, DAYS),
            new RandomColumn("app.events", "kind", ColumnType.TEXT, KINDS),
            new RandomColumn("app.events", "tag", ColumnType.VARCHAR, KINDS),
            new RandomColumn("app.events", "nick", ColumnType.NAME, KINDS),
            new RandomColumn("app.events", "code", ColumnType.bpchar(4), CODES),
            new RandomColumn(
                    "app.events", "mood", ColumnType.enumOf("mood", List.of("sad", "ok", "glad")), new String[] {
                        "glad", "ok", "sad", null
                    }),
            new RandomColumn("app.events", "uid", ColumnType.UUID, UUIDS),
            new RandomColumn("app.events", "account_id", ColumnType.INT4, IDS),
            new RandomColumn("app.events", "referrer_id", ColumnType.INT2, IDS),
            new RandomColumn("app.events", "amount", ColumnType.NUMERIC, AMOUNTS),
            new RandomColumn("app.events", "price", ColumnType.numeric(2), PRICES),
            new RandomColumn("app.events", "ms", ColumnType.INT4, WHOLES),
            new RandomColumn("app.events", "bytes", ColumnType.INT8, BIGS),
            new RandomColumn("app.events", "ok", ColumnType.BOOL, BOOLS),
            new RandomColumn("app.events", "rate", ColumnType.FLOAT8, RATES),
            new RandomColumn("app.events", "heat", ColumnType.FLOAT4, HEATS),
            new RandomColumn("app.accounts", "id", ColumnType.INT8, IDS),
            new RandomColumn("app.accounts", "region", ColumnType.VARCHAR, new String[] {"eu", "us", "apac", null}),
            new RandomColumn("app.accounts", "plan_id", ColumnType.INT2, IDS),
            new RandomColumn("app.accounts", "weight", ColumnType.NUMERIC, AMOUNTS),
            new RandomColumn("app.accounts", "since", ColumnType.DATE, DAYS),
            new RandomColumn("app.plans", "id", ColumnType.INT4, IDS),
            new RandomColumn("app.plans", "tier", ColumnType.INT2, new String[] {"1", "2", null}),
            new RandomColumn("app.plans", "free", ColumnType.BOOL, BOOLS),
            new RandomColumn("app.pairs", "kind", ColumnType.NAME, KINDS),
            new RandomColumn("app.pairs", "account_id", ColumnType.INT2, IDS),
            new RandomColumn("app.pairs", "label", ColumnType.TEXT, KINDS),
            new RandomColumn("app.kinds", "name", ColumnType.TEXT, KINDS),
            new RandomColumn("app.codes", "code", ColumnType.bpchar(6), CODES),
            new RandomColumn("app.codes", "worth", ColumnType.NUMERIC, AMOUNTS),
            new RandomColumn("app.codes", "heat", ColumnType.FLOAT4, HEATS));

    private static @Nullable String[] withoutZone(@Nullable String[] times) {
        return Arrays.stream(times)
                .map(time -> time == null ? null : time.replace("+00", ""))
                .toArray(String[]::new);
    }

    private static final Map<String, List<RandomColumn>> BY_TABLE =
            ALL.stream().collect(Collectors.groupingBy(column -> column.table));

    /** All of them. */
    static Stream<RandomColumn> all() {
        return ALL.stream();
    }

    /** The column of that name of a table, as {@code app.events}. */
    static RandomColumn of(String table, String name) {
        for (RandomColumn column : of(table)) {
            if (column.name.equals(name)) {
                return column;
            }
        }
        throw new NoSuchElementException(table + "." + name);
    }

    /** The columns of a table. */
    static List<RandomColumn> of(String table) {
        return BY_TABLE.get(table);
    }

    /** One of its values; null for null. */
    @Nullable String value(Random random) {
        return values[random.nextInt(values.length)];
    }

    /** Whether its values are texts, which LIKE takes. */
    boolean isText() {
        return switch (type.kind()) {
            case TEXT, VARCHAR, BPCHAR, NAME -> true;
            default -> false;
        };
    }

    /** Whether its values can be summed. */
    boolean isNumber() {
        return isFloat()
                || switch (type.kind()) {
                    case INT2, INT4, INT8, NUMERIC -> true;
                    default -> false;
                };
    }

    boolean isFloat() {
        return type.kind() == ColumnType.Kind.FLOAT4 || type.kind() == ColumnType.Kind.FLOAT8;
    }

    /** Whether PostgreSQL has min and max of it. */
    boolean hasLeast() {
        return type.kind() != ColumnType.Kind.BOOL && type.kind() != ColumnType.Kind.UUID;
    }

    /** One of its values, or seldom null, as a condition writes it. */
    Literal literal(Random random) {
        List<String> texts = new ArrayList<>();
        for (String each : values) {
            if (each != null) {
                texts.add(each);
            }
        }
        if (random.nextInt(12) == 0) {
            return new Literal.Null();
        }
        String text = texts.get(random.nextInt(texts.size()));
        boolean bare = isNumber() && Character.isDigit(text.charAt(text.length() - 1));
        return bare && random.nextBoolean() ? new Literal.Number(text) : new Literal.Text(text);
    }
}
