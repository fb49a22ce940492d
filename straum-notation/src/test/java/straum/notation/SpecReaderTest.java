package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.SpecError;
import straum.domain.spec.SpecException;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Place;

class SpecReaderTest {
    private static final String BUCKET = "date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket";

    @Test
    void readsTheViewOfTheGuide() throws SpecException {
        Fact fact = fact("""
                CREATE VIEW usage WITH (buckets = '1 hour, 1 day') AS
                SELECT date_bin('1 hour', e.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket,
                       e.kind,
                       e.account_id,
                       a.region,
                       count(*)                                    AS events,
                       sum(e.amount)                               AS amount,
                       count(*) FILTER (WHERE e.kind = 'purchase') AS purchases,
                       percentile_disc(0.95) WITHIN GROUP (ORDER BY e.ms) AS p95
                FROM app.events e
                LEFT JOIN app.accounts a ON a.id = e.account_id
                WHERE e.ok AND NOT EXISTS (SELECT 1 FROM app.bots b WHERE b.account_id = e.account_id)
                GROUP BY bucket, e.kind, e.account_id, a.region;
                """);

        assertThat(fact)
                .isEqualTo(new Fact(
                        "usage",
                        new TableName("app", "events"),
                        "at",
                        List.of(new Width(3600), new Width(Width.DAY)),
                        List.of(
                                new Key("kind", new Via.Column("kind")),
                                new Key("account_id", new Via.Column("account_id")),
                                new Key("region", new Via.Attribute(0, "region"))),
                        List.of(
                                new Ref(
                                        "a",
                                        new TableName("app", "accounts"),
                                        Ref.Kind.LEFT,
                                        List.of(new Ref.On("id", new Via.Column("account_id")))),
                                new Ref(
                                        "b",
                                        new TableName("app", "bots"),
                                        Ref.Kind.ANTI,
                                        List.of(new Ref.On("account_id", new Via.Column("account_id"))))),
                        List.of(
                                new Measure("events", new Aggregate(Aggregate.Kind.COUNT_ROWS, null)),
                                new Measure("amount", new Aggregate(Aggregate.Kind.SUM, "amount")),
                                new Measure(
                                        "purchases",
                                        new Aggregate(Aggregate.Kind.COUNT_ROWS, null),
                                        new Condition.Compare<>(
                                                new Via.Column("kind"),
                                                Condition.Operator.EQUAL,
                                                new Literal.Text("purchase"),
                                                false)),
                                new Measure("p95", new Aggregate(Aggregate.Kind.PERCENTILE_DISC, "ms", 0.95, false))),
                        new Condition.Holds<>("ok"),
                        new Assumed(ColumnType.Kind.TIMESTAMPTZ, List.of("bucket"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count(*)                                                | COUNT_ROWS      |   |      | false
            count(x)                                                | COUNT           | x |      | false
            count(DISTINCT (x))                                     | COUNT_DISTINCT  | x |      | false
            sum(((x)))                                              | SUM             | x |      | false
            Avg(x)                                                  | AVG             | x |      | false
            min(x COLLATE "C")                                      | MIN             | x |      | true
            max((x) collate "C")                                    | MAX             | x |      | true
            bool_and(x)                                             | BOOL_AND        | x |      | false
            EVERY(x)                                                | BOOL_AND        | x |      | false
            bool_or(x)                                              | BOOL_OR         | x |      | false
            percentile_disc(.5) WITHIN GROUP (ORDER BY x ASC)       | PERCENTILE_DISC | x | 0.5  | false
            percentile_disc((0)) within group (order by (x COLLATE "C")) | PERCENTILE_DISC | x | 0 | true
            percentile_disc(-0) WITHIN GROUP (ORDER BY x)           | PERCENTILE_DISC | x | 0    | false
            """)
    void readsEveryAggregateWithAndWithoutAFilter(
            String written, Aggregate.Kind kind, @Nullable String input, @Nullable Double fraction, boolean collateC)
            throws SpecException {
        Aggregate aggregate = new Aggregate(kind, input, fraction == null ? 0 : fraction, collateC);
        String view = "CREATE VIEW v AS SELECT " + BUCKET + ", k, " + written + "%s AS m FROM t e GROUP BY 1, 2;";
        assertThat(fact(view.formatted("")).measures()).containsExactly(new Measure("m", aggregate));
        assertThat(fact(view.formatted(" FILTER (WHERE (k))")).measures())
                .containsExactly(new Measure("m", aggregate, new Condition.Holds<>(new Via.Column("k"))));
    }

    @Test
    void aFilterReadsColumnsOfKeysAndOfJoinedTables() throws SpecException {
        Fact fact = fact(
                "CREATE VIEW v AS SELECT " + BUCKET + ", e.kind AS k, count(*) FILTER (WHERE e.kind = 'x' OR a.ok) AS n"
                        + " FROM t e JOIN a ON a.id = e.a GROUP BY 1, 2;");
        assertThat(fact.measures().get(0).filter())
                .isEqualTo(new Condition.Or<>(List.of(
                        new Condition.Compare<>(
                                new Via.Column("kind"), Condition.Operator.EQUAL, new Literal.Text("x"), false),
                        new Condition.Holds<>(new Via.Attribute(0, "ok")))));
    }

    @Test
    void readsConditionsAsPostgresqlBindsThem() throws SpecException {
        Condition<String, Literal> a = new Condition.Holds<>("a");
        Condition<String, Literal> b = new Condition.Holds<>("b");
        Condition<String, Literal> c = new Condition.Holds<>("c");
        Literal one = new Literal.Number("1");
        Literal two = new Literal.Number("-2");
        assertThat(where("NOT a AND b OR c"))
                .isEqualTo(new Condition.Or<>(List.of(new Condition.And<>(List.of(new Condition.Not<>(a), b)), c)));
        assertThat(where("a AND (b AND (c))")).isEqualTo(new Condition.And<>(List.of(a, b, c)));
        assertThat(where("a OR (b OR c)")).isEqualTo(new Condition.Or<>(List.of(a, b, c)));
        assertThat(where("NOT (a OR b)")).isEqualTo(new Condition.Not<>(new Condition.Or<>(List.of(a, b))));
        assertThat(where("NOT a IS TRUE")).isEqualTo(new Condition.Not<>(new Condition.Is<>(a, true)));
        assertThat(where("(a OR b) IS NOT FALSE"))
                .isEqualTo(new Condition.Not<>(new Condition.Is<>(new Condition.Or<>(List.of(a, b)), false)));
        assertThat(where("1 <= x")).isEqualTo(compare(Condition.Operator.GREATER_OR_EQUAL, one));
        assertThat(where("x != - 2")).isEqualTo(compare(Condition.Operator.NOT_EQUAL, two));
        assertThat(where("x BETWEEN 1 AND -2 AND a"))
                .isEqualTo(new Condition.And<>(List.of(
                        compare(Condition.Operator.GREATER_OR_EQUAL, one),
                        compare(Condition.Operator.LESS_OR_EQUAL, two),
                        a)));
        assertThat(where("x NOT BETWEEN 1 AND -2"))
                .isEqualTo(new Condition.Not<>(new Condition.And<>(List.of(
                        compare(Condition.Operator.GREATER_OR_EQUAL, one),
                        compare(Condition.Operator.LESS_OR_EQUAL, two)))));
        assertThat(where("NOT x IN (1, NULL)"))
                .isEqualTo(where("x NOT IN (1, NULL)"))
                .isEqualTo(new Condition.Not<>(new Condition.In<>("x", List.of(one, new Literal.Null()))));
        assertThat(where("x IS DISTINCT FROM 1"))
                .isEqualTo(new Condition.Not<>(new Condition.IsNotDistinct<>("x", one)));
        assertThat(where("1 IS NOT DISTINCT FROM x")).isEqualTo(new Condition.IsNotDistinct<>("x", one));
        assertThat(where("x NOT LIKE 'a%'"))
                .isEqualTo(new Condition.Not<>(new Condition.Like<>("x", new Literal.Text("a%"))));
        assertThat(where("x IS NOT NULL")).isEqualTo(new Condition.Not<>(new Condition.IsNull<>("x")));
        assertThat(where("x COLLATE \"C\" < 'a'"))
                .isEqualTo(new Condition.Compare<>("x", Condition.Operator.LESS, new Literal.Text("a"), true));
    }

    @Test
    void aWordThatIsAKeywordElsewhereIsAColumnInACondition() throws SpecException {
        Condition<String, Literal> between = new Condition.Holds<>("between");
        assertThat(where("NOT between AND \"between\""))
                .isEqualTo(new Condition.And<>(List.of(new Condition.Not<>(between), between)));
        assertThat(where("between NOT BETWEEN 1 AND 2 OR current")).isNotNull();
        assertThat(where("sample AND use AND escape AND filter AND within AND unknown AND timestamp > '2026-01-01'"))
                .isNotNull();
    }

    @Test
    void aLongChainOfConditionsIsRead() throws SpecException {
        Condition<String, Literal> where = where("a" + " AND a".repeat(8_000));
        assertThat(((Condition.And<String, Literal>) where).all()).hasSize(8_001);
        assertThat(where("a" + " OR a AND b".repeat(3_000))).isInstanceOf(Condition.Or.class);
    }

    @Test
    void existsIsARefBehindTheJoinsInTheOrderOfTheText() throws SpecException {
        Fact fact = fact("CREATE VIEW v AS SELECT " + BUCKET + """
                , count(*) AS n FROM t e JOIN a ON a.id = e.a AND NOT a.gone AND a.kind < 3
                WHERE (EXISTS (SELECT 1 FROM s b WHERE (e.x = b.x AND b.ok))) AND e.k = 1
                  AND NOT (EXISTS (SELECT 1 FROM other.s AS b WHERE b.y = e.y AND e.x = b.x)) GROUP BY 1;
                """);
        assertThat(fact.refs())
                .containsExactly(
                        new Ref(
                                "a",
                                new TableName("public", "a"),
                                Ref.Kind.INNER,
                                List.of(new Ref.On("id", new Via.Column("a"))),
                                new Condition.And<>(List.of(
                                        new Condition.Not<>(new Condition.Holds<>("gone")),
                                        new Condition.Compare<>(
                                                "kind", Condition.Operator.LESS, new Literal.Number("3"), false)))),
                        new Ref(
                                "b",
                                new TableName("public", "s"),
                                Ref.Kind.SEMI,
                                List.of(new Ref.On("x", new Via.Column("x"))),
                                new Condition.Holds<>("ok")),
                        new Ref(
                                "b",
                                new TableName("other", "s"),
                                Ref.Kind.ANTI,
                                List.of(new Ref.On("x", new Via.Column("x")), new Ref.On("y", new Via.Column("y")))));
        assertThat(fact.where())
                .isEqualTo(new Condition.Compare<>("k", Condition.Operator.EQUAL, new Literal.Number("1"), false));
    }

    @Test
    void aTableWithoutASchemaIsOfPublicAndNeedsNoAlias() throws SpecException {
        Fact fact = fact("""
                create view "Usage" as
                select date_bin('15 minutes', at, timestamp '1970-01-01') bucket, kind, events.region r, count(ms) timed
                from Events as events group by 1, kind, events.region;
                """);
        assertThat(fact.name()).isEqualTo("Usage");
        assertThat(fact.table()).isEqualTo(new TableName("public", "events"));
        assertThat(fact.widths()).containsExactly(new Width(900));
        assertThat(fact.keys())
                .containsExactly(new Key("kind", new Via.Column("kind")), new Key("r", new Via.Column("region")));
        assertThat(fact.measures()).containsExactly(new Measure("timed", new Aggregate(Aggregate.Kind.COUNT, "ms")));
        assertThat(fact.assumed()).isEqualTo(new Assumed(ColumnType.Kind.TIMESTAMP, List.of()));
    }

    @Test
    void joinsThroughDimsByManyColumnsAndTheSameTableTwice() throws SpecException {
        Fact fact =
                fact("CREATE VIEW v AS SELECT " + BUCKET + ", x.name AS seller, y.name AS buyer, count(*) AS n " + """
                FROM events e
                INNER JOIN shop.people x ON (x.id = e.seller AND (e.shop = x.shop))
                LEFT OUTER JOIN shop.people y ON y.id = e.buyer AND e.shop = (y.shop)
                JOIN shop.regions r ON x.region = r.code
                JOIN events parent ON parent.id = e.parent
                GROUP BY bucket, seller, 3;
                """);
        TableName people = new TableName("shop", "people");
        assertThat(fact.refs())
                .containsExactly(
                        new Ref(
                                "x",
                                people,
                                Ref.Kind.INNER,
                                List.of(
                                        new Ref.On("id", new Via.Column("seller")),
                                        new Ref.On("shop", new Via.Column("shop")))),
                        new Ref(
                                "y",
                                people,
                                Ref.Kind.LEFT,
                                List.of(
                                        new Ref.On("id", new Via.Column("buyer")),
                                        new Ref.On("shop", new Via.Column("shop")))),
                        new Ref(
                                "r",
                                new TableName("shop", "regions"),
                                Ref.Kind.INNER,
                                List.of(new Ref.On("code", new Via.Attribute(0, "region")))),
                        new Ref(
                                "parent",
                                new TableName("public", "events"),
                                Ref.Kind.INNER,
                                List.of(new Ref.On("id", new Via.Column("parent")))));
        assertThat(fact.keys())
                .containsExactly(
                        new Key("seller", new Via.Attribute(0, "name")),
                        new Key("buyer", new Via.Attribute(1, "name")));
        assertThat(fact.assumed().groupedByName()).containsExactly("bucket", "seller");
    }

    @Test
    void aNameInGroupByIsTheColumnWhereThereIsOneTable() throws SpecException {
        String select = "CREATE VIEW v AS SELECT date_bin('1 hour', at, DATE '1970-01-01') AS bucket, ";
        assertThat(fact(select + "kind AS k, count(*) AS n FROM e GROUP BY kind, bucket;")
                        .assumed()
                        .groupedByName())
                .containsExactly("bucket");
        assertThat(fact(select + "kind AS k, count(*) AS n FROM e GROUP BY 1, k;")
                        .assumed()
                        .groupedByName())
                .containsExactly("k");
        assertThat(fact(select + "kind AS a, kind AS b, count(*) AS n FROM e GROUP BY 1, kind;")
                        .keys())
                .hasSize(2);
        assertThat(fact(select
                                + "kind, count(*) AS n FROM e GROUP BY (date_bin('1 hour', e.at, '1970-01-01'::date), (kind));")
                        .assumed()
                        .groupedByName())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TIMESTAMPTZ '1970-01-01 00:00:00+00'      | TIMESTAMPTZ
            timestamptz '2000-01-01T05:30+05:30'      | TIMESTAMPTZ
            TIMESTAMPTZ '1969-12-31 19:00:00.000-0500' | TIMESTAMPTZ
            TIMESTAMPTZ '2026-11-30 00:00 UTC'        | TIMESTAMPTZ
            '1970-01-01 00:00:00Z'::timestamptz       | TIMESTAMPTZ
            TIMESTAMPTZ 'epoch'                       | TIMESTAMPTZ
            TIMESTAMP '1970-01-01 00:00:00'           | TIMESTAMP
            TIMESTAMP '2001-01-01'                    | TIMESTAMP
            DATE '1970-01-01'                         | DATE
            date'2026-11-30'                          | DATE
            """)
    void keepsTheTypeOfAnOriginOnAnEdge(String origin, ColumnType.Kind type) throws SpecException {
        Fact fact = fact("CREATE VIEW v AS SELECT date_bin(INTERVAL '1 day', at, " + origin
                + ") AS bucket, count(*) AS n FROM e GROUP BY 1;");
        assertThat(fact.assumed().origin()).isEqualTo(type);
        assertThat(fact.width()).isEqualTo(new Width(Width.DAY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"01:00:00, 24 hours", "3600,1 day", " 60 min , 720 m,1d ", "1 hour, 12 hours, 1 day"})
    void readsWidthsAsPostgresqlReadsIntervals(String buckets) throws SpecException {
        Fact fact = fact("CREATE VIEW v WITH (buckets = '" + buckets + "') AS SELECT " + BUCKET
                + ", count(*) AS n FROM t e GROUP BY 1;");
        assertThat(fact.widths()).startsWith(new Width(3600)).endsWith(new Width(Width.DAY));
    }

    @Test
    void aSpecMayHoldManyViewsOfTheSameTables() throws SpecException {
        String view = " AS SELECT " + BUCKET + ", count(*) AS n FROM app.usage e GROUP BY 1;\n";
        assertThat(SpecReader.read("-- two\nCREATE VIEW usage" + view + "/* and */ CREATE VIEW b" + view)
                        .facts())
                .extracting(Fact::name)
                .containsExactly("usage", "b");
    }

    @Test
    void anErrorOfTwoViewsIsAtTheSecond() {
        String view = " AS SELECT " + BUCKET + ", count(*) AS n FROM t e GROUP BY 1;\n";
        SpecException refused = refused("CREATE VIEW a" + view + "CREATE VIEW b" + view + "CREATE VIEW a" + view);
        assertThat(refused.error()).isEqualTo(new SpecError.ViewTwice("a"));
        assertThat(refused.place()).isEqualTo(new Place(3, 13));
    }

    @Test
    void theFirstFaultInTheTextIsTold() {
        SpecException refused = refused("CREATE VIEW a AS SELECT " + BUCKET + " FROM t e GROUP BY 1; CREATE TABLE b;");
        assertThat(refused.error()).isEqualTo(new SpecError.NoMeasure("a"));
        assertThat(refused.place()).isEqualTo(new Place(1, 18));
    }

    @Test
    void anEmptyTextIsNoSpec() {
        SpecException refused = refused("");
        assertThat(refused.error().message()).isEqualTo("the spec has no view");
        assertThat(refused.place()).isEqualTo(new Place(1, 1));
    }

    @Test
    void aTextPastALimitIsRefusedBeforeItIsParsed() {
        assertThat(refused("x".repeat(SpecReader.MAX_BYTES + 1)).error().message())
                .isEqualTo("a spec is at most 1 MiB long, and this text is longer");
        assertThat(refused("(".repeat(SpecReader.MAX_BYTES)).place()).isEqualTo(new Place(1, 65));
        assertThat(refused("CREATE VIEW v AS SELECT a" + ",a".repeat(100_000) + ";")
                        .error()
                        .message())
                .isEqualTo("a statement has at most 65536 words and marks");
        assertThat(refused("/*".repeat(SpecReader.MAX_BYTES / 2)).error().message())
                .isEqualTo("the comment is never closed");
    }

    @Test
    void aViewHasAtMost256Joins() throws SpecException {
        StringBuilder joins = new StringBuilder();
        for (int i = 0; i < 257; i++) {
            joins.append(" JOIN d d").append(i).append(" ON d").append(i).append(".id = e.d");
        }
        String head = "CREATE VIEW v AS SELECT " + BUCKET + ", count(*) AS n FROM t e";
        String most = joins.substring(0, joins.lastIndexOf(" JOIN"));
        assertThat(fact(head + most + " GROUP BY 1;").refs()).hasSize(256);
        assertThat(refused(head + joins + " GROUP BY 1;").error().message())
                .isEqualTo("a view joins at most 256 tables");
    }

    private static Condition<String, Literal> compare(Condition.Operator operator, Literal value) {
        return new Condition.Compare<>("x", operator, value, false);
    }

    private static @Nullable Condition<String, Literal> where(String condition) throws SpecException {
        return fact("CREATE VIEW v AS SELECT " + BUCKET + ", count(*) AS n FROM t e WHERE " + condition
                        + " GROUP BY 1;")
                .where();
    }

    private static Fact fact(String spec) throws SpecException {
        List<Fact> facts = SpecReader.read(spec).facts();
        assertThat(facts).hasSize(1);
        return facts.get(0);
    }

    private static SpecException refused(String spec) {
        SpecException refused = catchThrowableOfType(SpecException.class, () -> SpecReader.read(spec));
        assertThat(refused).as("refused").isNotNull();
        return refused;
    }
}
