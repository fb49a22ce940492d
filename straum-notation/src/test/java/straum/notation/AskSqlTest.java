package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.CheckedAsk.Asked;
import straum.domain.ask.CheckedAsk.Column;
import straum.domain.ask.CheckedAsk.Grouping;
import straum.domain.ask.TimeKey;
import straum.domain.ask.Types;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Condition.Operator;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** The queries that asks stand for, as they are printed. That PostgreSQL answers them as Straum does, others test. */
class AskSqlTest {
    private static final int KIND = 0;
    private static final int RATIO = 1;
    private static final int OK = 2;
    private static final int MOOD = 3;
    private static final int EVENTS = 0;
    private static final int PURCHASES = 1;
    private static final int P95 = 2;
    private static final int FIRST = 3;
    private static final int LOWEST = 4;

    private static final Map<String, ColumnType> TYPES = Map.of(
            "kind",
            ColumnType.TEXT,
            "ratio",
            ColumnType.FLOAT4,
            "ok",
            ColumnType.BOOL,
            "mood",
            ColumnType.enumOf("mood", List.of("sad", "happy")),
            "region",
            ColumnType.VARCHAR,
            "note",
            ColumnType.TEXT,
            "ms",
            ColumnType.INT4);

    private final String bucket = "date_bin('1 hour', \"fact\".\"at\", '1970-01-01 00:00:00+00'::timestamptz)";
    private final String finite = "isfinite(\"fact\".\"at\")\n  AND isfinite(" + bucket + ")";

    @Test
    void countsAllRowsOfAFiniteTime() throws SpecException {
        assertThat(printed(ask(measures(EVENTS), List.of(), null))).isEqualTo("""
                        SELECT count(*) AS "m0"
                        FROM "public"."events" AS "fact"
                        WHERE %s;
                        """.formatted(finite));
    }

    @Test
    void groupsByPositionAndOrdersTextUnderC() throws SpecException {
        CheckedAsk ask = new CheckedAsk(
                0,
                List.of(new Column.OfMeasure("n", 0), new Column.OfKey("Kind", 0)),
                List.of(new Grouping.ByKey(KIND), new Grouping.ByKey(RATIO)),
                List.of(new Asked(EVENTS, null)),
                null,
                1_763_024_400L,
                1_763_028_000L);
        assertThat(printed(ask)).isEqualTo("""
                        SELECT count(*) AS "n",
                               "fact"."kind" AS "Kind"
                        FROM "public"."events" AS "fact"
                        WHERE %s
                          AND %s >= '2025-11-13 09:00:00+00'::timestamptz
                          AND %s < '2025-11-13 10:00:00+00'::timestamptz
                        GROUP BY 2, "fact"."ratio"
                        ORDER BY "fact"."kind" COLLATE "C", "fact"."ratio";
                        """.formatted(finite, bucket, bucket));
    }

    @Test
    void namesTheTypeOfEveryValueButAnEnums() throws SpecException {
        Condition<Integer, Literal> where = new Condition.And<>(List.of(
                compare(RATIO, Operator.EQUAL, new Literal.Number("0.1")),
                compare(KIND, Operator.LESS, new Literal.Text("it's")),
                compare(KIND, Operator.NOT_EQUAL, new Literal.Text("a\\b")),
                new Condition.In<>(MOOD, List.of(new Literal.Text("sad"), new Literal.Null())),
                new Condition.Not<>(new Condition.In<>(KIND, List.of(new Literal.Text("x"))))));
        assertThat(conditions(where)).isEqualTo("""
                          AND "fact"."ratio" = '0.1'::float4
                          AND "fact"."kind" COLLATE "C" < 'it''s'::text
                          AND "fact"."kind" <> E'a\\\\b'::text
                          AND "fact"."mood" IN ('sad', NULL)
                          AND "fact"."kind" NOT IN ('x'::text);
                        """);
    }

    @Test
    void writesThreeValuedLogicWithTheParenthesesItNeeds() throws SpecException {
        Condition<Integer, Literal> ok = new Condition.Holds<>(OK);
        Condition<Integer, Literal> none = new Condition.IsNull<>(KIND);
        Condition<Integer, Literal> where = new Condition.And<>(List.of(
                new Condition.Or<>(List.of(ok, new Condition.And<>(List.of(none, new Condition.Not<>(ok))))),
                new Condition.Not<>(new Condition.Or<>(List.of(ok, none))),
                new Condition.Not<>(none),
                new Condition.Is<>(new Condition.Or<>(List.of(ok, none)), false),
                new Condition.Not<>(new Condition.IsNotDistinct<>(KIND, new Literal.Null())),
                new Condition.IsNotDistinct<>(KIND, new Literal.Text("a")),
                new Condition.Like<>(KIND, new Literal.Text("a%")),
                new Condition.Not<>(new Condition.Like<>(KIND, new Literal.Text("b_ ")))));
        assertThat(conditions(where)).isEqualTo("""
                          AND ("fact"."ok" OR ("fact"."kind" IS NULL AND NOT "fact"."ok"))
                          AND NOT ("fact"."ok" OR "fact"."kind" IS NULL)
                          AND "fact"."kind" IS NOT NULL
                          AND ("fact"."ok" OR "fact"."kind" IS NULL) IS FALSE
                          AND "fact"."kind" IS DISTINCT FROM NULL
                          AND "fact"."kind" IS NOT DISTINCT FROM 'a'::text
                          AND "fact"."kind" LIKE 'a%'::text
                          AND "fact"."kind" NOT LIKE 'b_ '::text;
                        """);
    }

    /** With transform_null_equals on, PostgreSQL takes = before a bare NULL for IS NULL. */
    @Test
    void comparesWithNoBareNull() throws SpecException {
        Literal none = new Literal.Null();
        Condition<Integer, Literal> where = new Condition.And<>(List.of(
                compare(KIND, Operator.EQUAL, none),
                compare(KIND, Operator.LESS, none),
                new Condition.Not<>(compare(RATIO, Operator.NOT_EQUAL, none)),
                compare(MOOD, Operator.EQUAL, none),
                new Condition.Is<>(compare(OK, Operator.EQUAL, none), true),
                new Condition.Like<>(KIND, none),
                new Condition.Not<>(new Condition.Like<>(KIND, none))));
        assertThat(conditions(where)).isEqualTo("""
                          AND "fact"."kind" = NULL::text
                          AND "fact"."kind" COLLATE "C" < NULL::text
                          AND NOT ("fact"."ratio" <> NULL::float4)
                          AND NULL::boolean
                          AND ("fact"."ok" = NULL::bool) IS TRUE
                          AND "fact"."kind" LIKE NULL::text
                          AND "fact"."kind" NOT LIKE NULL::text;
                        """);
    }

    @Test
    void aLowestLabelIsComparedWithNoBareNull() throws SpecException {
        assertThat(printed(new CheckedAsk(
                        0,
                        List.of(new Column.OfMeasure("n", 0)),
                        List.of(),
                        List.of(new Asked(LOWEST, null)),
                        null,
                        List.of(new CheckedAsk.Having(0, Operator.EQUAL, null)),
                        List.of(),
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        0)))
                .endsWith("\nHAVING NULL::boolean;\n");
    }

    @Test
    void aViewComparesWithNoBareNull() throws SpecException {
        Literal none = new Literal.Null();
        Fact fact = new Fact(
                "usage",
                new TableName("public", "events"),
                "at",
                List.of(new Width(3600)),
                keys(),
                List.of(new Ref(
                        "a",
                        new TableName("app", "accounts"),
                        Ref.Kind.LEFT,
                        List.of(new Ref.On("id", new Via.Column("account_id"))),
                        new Condition.Compare<>("plan", Operator.EQUAL, none, false))),
                List.of(new Measure(
                        "none",
                        new Aggregate(Aggregate.Kind.COUNT_ROWS, null),
                        new Condition.Compare<>(new Via.Column("kind"), Operator.EQUAL, none, false))),
                new Condition.Or<>(List.of(
                        new Condition.Compare<>("note", Operator.LESS, none, true),
                        new Condition.Not<>(new Condition.Like<>("note", none)),
                        new Condition.In<>("note", List.of(none)))),
                Assumed.NOTHING);
        CheckedAsk ask = ask(measures(0), List.of(), null);
        assertThat(AskSql.of(Spec.of(List.of(fact)), types(fact), ask)).isEqualTo("""
                        SELECT count(*) FILTER (WHERE NULL::boolean) AS "m0"
                        FROM "public"."events" AS "fact"
                        LEFT JOIN "app"."accounts" AS "a" ON "a"."id" = "fact"."account_id" AND NULL::boolean
                        WHERE (NULL::boolean OR NULL::boolean OR "fact"."note" IN (NULL))
                          AND %s;
                        """.formatted(finite));
    }

    @Test
    void joinsAndFiltersAsTheViewDoes() throws SpecException {
        Fact fact = new Fact(
                "usage",
                new TableName("public", "events"),
                "at",
                List.of(new Width(3600)),
                keys(),
                List.of(
                        new Ref(
                                "a",
                                new TableName("app", "accounts"),
                                Ref.Kind.LEFT,
                                List.of(new Ref.On("id", new Via.Column("account_id"))),
                                new Condition.Compare<>("plan", Operator.EQUAL, new Literal.Text("pro"), false)),
                        new Ref(
                                "a",
                                new TableName("app", "bots"),
                                Ref.Kind.ANTI,
                                List.of(new Ref.On("region", new Via.Column("region")))),
                        new Ref(
                                "fact",
                                new TableName("app", "live"),
                                Ref.Kind.SEMI,
                                List.of(new Ref.On("kind", new Via.Column("kind"))))),
                measures(),
                new Condition.Or<>(List.of(
                        new Condition.Holds<>("ok"),
                        new Condition.Compare<>("note", Operator.LESS, new Literal.Text("m"), true))),
                Assumed.NOTHING);
        CheckedAsk ask = ask(measures(PURCHASES), List.of(), null);
        assertThat(AskSql.of(Spec.of(List.of(fact)), types(fact), ask)).isEqualTo("""
                        SELECT count(*) FILTER (WHERE "fact"."kind" = 'purchase') AS "m1"
                        FROM "public"."events" AS "fact"
                        LEFT JOIN "app"."accounts" AS "a" ON "a"."id" = "fact"."account_id" AND "a"."plan" = 'pro'
                        WHERE ("fact"."ok" OR "fact"."note" COLLATE "C" < 'm')
                          AND NOT EXISTS (SELECT 1 FROM "app"."bots" AS "a_2" WHERE "a_2"."region" = "fact"."region")
                          AND EXISTS (SELECT 1 FROM "app"."live" AS "fact_2" WHERE "fact_2"."kind" = "fact"."kind")
                          AND %s;
                        """.formatted(finite));
    }

    @Test
    void filtersByTheViewsFilterAndTheAsks() throws SpecException {
        Condition<Integer, Literal> filter = new Condition.Or<>(List.of(
                new Condition.Holds<>(OK),
                compare(CheckedAsk.BUCKET, Operator.GREATER_OR_EQUAL, new Literal.Text("2026-11-13 09:00Z"))));
        assertThat(selected(new Asked(PURCHASES, filter)))
                .isEqualTo("count(*) FILTER (WHERE \"fact\".\"kind\" = 'purchase' AND (\"fact\".\"ok\" OR " + bucket
                        + " >= '2026-11-13 09:00:00+00'::timestamptz))");
        assertThat(selected(new Asked(P95, new Condition.Holds<>(OK))))
                .isEqualTo(
                        "percentile_disc(0.95) WITHIN GROUP (ORDER BY \"fact\".\"ms\") FILTER (WHERE \"fact\".\"ok\")");
        assertThat(selected(new Asked(FIRST, null))).isEqualTo("min(\"fact\".\"note\" COLLATE \"C\")");
    }

    @Test
    void groupsByTimesOfTheBucketAlwaysWithAZone() throws SpecException {
        assertThat(timed(new TimeKey.Bucket())).isEqualTo(bucket);
        assertThat(timed(new TimeKey.Bin(7 * 86_400, 345_600)))
                .isEqualTo("date_bin('7 days', " + bucket + ", '1970-01-05 00:00:00+00'::timestamptz)");
        assertThat(timed(new TimeKey.Bin(36 * 3600, 0)))
                .isEqualTo("date_bin('36 hours', " + bucket + ", '1970-01-01 00:00:00+00'::timestamptz)");
        assertThat(timed(new TimeKey.Trunc(TimeKey.Unit.MONTH, ZoneId.of("Europe/Prague"))))
                .isEqualTo("date_trunc('month', " + bucket + ", 'Europe/Prague')");
        assertThat(timed(new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneOffset.UTC)))
                .isEqualTo("date_trunc('day', " + bucket + ", 'UTC')");
    }

    @Test
    void aDateIsBinnedAsATimestampAndTruncatedWithoutAZone() throws SpecException {
        Fact fact = new Fact(
                "usage",
                new TableName("public", "events"),
                "on",
                List.of(new Width(Width.DAY)),
                keys(),
                List.of(),
                measures());
        CheckedAsk ask = grouped(new TimeKey.Trunc(TimeKey.Unit.WEEK, ZoneOffset.UTC));
        assertThat(AskSql.of(Spec.of(List.of(fact)), types(fact), ask))
                .startsWith("SELECT date_trunc('week', date_bin('1 day', \"fact\".\"on\"::timestamp,"
                        + " '1970-01-01 00:00:00'::timestamp)) AS \"t\"\n")
                .endsWith("GROUP BY 1\nORDER BY 1;\n");
    }

    @Test
    void dropsGroupsOrdersAndLimits() throws SpecException {
        CheckedAsk ask = new CheckedAsk(
                0,
                List.of(new Column.OfKey("kind", 0), new Column.OfMeasure("n", 0), new Column.OfMeasure("first", 1)),
                List.of(new Grouping.ByKey(KIND), new Grouping.ByKey(OK)),
                List.of(new Asked(EVENTS, null), new Asked(FIRST, null)),
                null,
                List.of(
                        new CheckedAsk.Having(0, Operator.GREATER, ColumnType.bytesOf(10, 8)),
                        new CheckedAsk.Having(1, Operator.LESS, new byte[] {'m'}),
                        new CheckedAsk.Having(0, Operator.EQUAL, null)),
                List.of(
                        new CheckedAsk.Order(1, true, false),
                        new CheckedAsk.Order(2, false, true),
                        new CheckedAsk.Order(0, true, true)),
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                20,
                5);
        assertThat(printed(ask)).endsWith("""
                        GROUP BY 1, "fact"."ok"
                        HAVING count(*) > '10'::int8
                           AND min("fact"."note" COLLATE "C") COLLATE "C" < 'm'::text
                           AND count(*) = NULL::int8
                        ORDER BY 2 DESC NULLS LAST, min("fact"."note" COLLATE "C") COLLATE "C" NULLS FIRST, "fact"."kind" COLLATE "C" DESC, "fact"."ok"
                        LIMIT 20
                        OFFSET 5;
                        """);
    }

    @Test
    void quotesWhateverANameHolds() throws SpecException {
        Fact fact = new Fact(
                "usage",
                new TableName("Sch\"ema", "select"),
                "at",
                List.of(new Width(900)),
                List.of(new Key("k", new Via.Column("a.b"))),
                List.of(),
                measures().subList(0, 1));
        CheckedAsk ask = new CheckedAsk(
                0,
                List.of(new Column.OfKey("x\"y", 0)),
                List.of(new Grouping.ByKey(0)),
                List.of(),
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        assertThat(AskSql.of(Spec.of(List.of(fact)), types(fact), ask))
                .startsWith("SELECT \"fact\".\"a.b\" AS \"x\"\"y\"\nFROM \"Sch\"\"ema\".\"select\" AS \"fact\"\n"
                        + "WHERE isfinite(\"fact\".\"at\")\n  AND isfinite(date_bin('15 minutes', \"fact\".\"at\", ");
    }

    private static Condition<Integer, Literal> compare(int key, Operator operator, Literal value) {
        return new Condition.Compare<>(key, operator, value, false);
    }

    private String conditions(Condition<Integer, Literal> where) throws SpecException {
        String sql = printed(ask(measures(EVENTS), List.of(), where));
        return sql.substring(sql.indexOf(finite) + finite.length() + 1);
    }

    private String selected(Asked asked) throws SpecException {
        return first(ask(List.of(asked), List.of(), null));
    }

    private String timed(TimeKey time) throws SpecException {
        return first(grouped(time));
    }

    /** The first output, without its name. */
    private String first(CheckedAsk ask) throws SpecException {
        String line = printed(ask).lines().findFirst().orElseThrow();
        return line.substring("SELECT ".length(), line.lastIndexOf(" AS "));
    }

    private static CheckedAsk grouped(TimeKey time) {
        return new CheckedAsk(
                0,
                List.of(new Column.OfKey("t", 0)),
                List.of(new Grouping.ByTime(time)),
                List.of(),
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
    }

    private static List<Asked> measures(int measure) {
        return List.of(new Asked(measure, null));
    }

    @SuppressWarnings("NullAway") // WHERE may be null, which is lost from the compiled record
    private static CheckedAsk ask(
            List<Asked> measures, List<Grouping> groupBy, @Nullable Condition<Integer, Literal> where) {
        return new CheckedAsk(
                0,
                List.of(new Column.OfMeasure("m" + measures.get(0).measure(), 0)),
                groupBy,
                measures,
                where,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
    }

    private static String printed(CheckedAsk ask) throws SpecException {
        Fact fact = new Fact(
                "usage",
                new TableName("public", "events"),
                "at",
                List.of(new Width(3600)),
                keys(),
                List.of(),
                measures());
        return AskSql.of(Spec.of(List.of(fact)), types(fact), ask);
    }

    private static List<Key> keys() {
        return List.of("kind", "ratio", "ok", "mood", "region").stream()
                .map(name -> new Key(name, new Via.Column(name)))
                .toList();
    }

    private static List<Measure> measures() {
        return List.of(
                new Measure("events", new Aggregate(Aggregate.Kind.COUNT_ROWS, null)),
                new Measure(
                        "purchases",
                        new Aggregate(Aggregate.Kind.COUNT_ROWS, null),
                        new Condition.Compare<>(
                                new Via.Column("kind"), Operator.EQUAL, new Literal.Text("purchase"), false)),
                new Measure("p95", new Aggregate(Aggregate.Kind.PERCENTILE_DISC, "ms", 0.95, false)),
                new Measure("first", new Aggregate(Aggregate.Kind.MIN, "note", 0, true)),
                new Measure("lowest", new Aggregate(Aggregate.Kind.MIN, "mood")));
    }

    private static Types types(Fact fact) throws SpecException {
        Spec spec = Spec.of(List.of(fact));
        return (table, column) -> {
            String name = spec.tables().get(table).columns().get(column);
            return name.equals("at")
                    ? ColumnType.TIMESTAMPTZ
                    : name.equals("on") ? ColumnType.DATE : TYPES.getOrDefault(name, ColumnType.INT8);
        };
    }
}
