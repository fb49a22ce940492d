package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
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
                       sum(e.amount)                               AS amount
                FROM app.events e
                LEFT JOIN app.accounts a ON a.id = e.account_id
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
                        List.of(new Ref(
                                "a",
                                new TableName("app", "accounts"),
                                Ref.Kind.LEFT,
                                List.of(new Ref.On("id", new Via.Column("account_id"))))),
                        List.of(
                                new Measure("events", new Aggregate(Aggregate.Kind.COUNT_ROWS, null)),
                                new Measure("amount", new Aggregate(Aggregate.Kind.SUM, "amount"))),
                        null,
                        new Assumed(ColumnType.Kind.TIMESTAMPTZ, List.of("bucket"))));
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
