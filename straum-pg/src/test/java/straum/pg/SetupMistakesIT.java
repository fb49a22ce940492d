package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;
import straum.pg.testing.PostgresServer;

/** What somebody is told whose database is not set up right: before any slot is made. */
class SetupMistakesIT {
    private final Shop shop = new Shop();

    @AfterEach
    void closeTheShop() {
        shop.close();
    }

    private SourceException refusal(Spec spec) {
        return refusal(shop.dsn(), spec);
    }

    private SourceException refusal(Dsn dsn, Spec spec) {
        SourceException refusal = catchThrowableOfType(
                SourceException.class, () -> shop.source(dsn, spec).open());
        assertThat(refusal).isNotNull();
        return refusal;
    }

    /** N8, N11, and what else: each from the version on that knows its SQL. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            nullValues = "none",
            value = {
                "14 | DROP TABLE app.accounts | there is no table app.accounts | none",
                "14 | ALTER TABLE app.accounts RENAME TO acounts | no table app.accounts; is it app.acounts? | none",
                "14 | ALTER TABLE app.accounts SET SCHEMA public | no table app.accounts; is it public.accounts? | none",
                "14 | ALTER TABLE app.events RENAME kind TO knid"
                        + " | the view usage reads app.events.kind, and the table has no such column; is it knid? | none",
                "14 | ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT | the table app.accounts has not REPLICA IDENTITY FULL"
                        + " | ALTER TABLE ONLY \"app\".\"accounts\" REPLICA IDENTITY FULL;",
                "14 | DROP PUBLICATION straum | there is no publication straum | CREATE PUBLICATION \"straum\" FOR TABLE"
                        + " \"app\".\"accounts\", \"app\".\"events\" WITH (publish_via_partition_root = true);",
                "14 | ALTER PUBLICATION straum DROP TABLE app.events | the table app.events is not in the publication straum"
                        + " | ALTER PUBLICATION \"straum\" ADD TABLE \"app\".\"events\";",
                "14 | ALTER PUBLICATION straum SET (publish = 'insert, update') | leaves out every delete and truncate"
                        + " | ALTER PUBLICATION \"straum\" SET (publish = 'insert, update, delete, truncate');",
                "15 | ALTER PUBLICATION straum SET TABLE app.accounts, app.events WHERE (kind = 'us')"
                        + " | has a row filter for app.events | ALTER PUBLICATION \"straum\" DROP TABLE \"app\".\"events\";"
                        + " ALTER PUBLICATION \"straum\" ADD TABLE \"app\".\"events\";",
                "15 | ALTER PUBLICATION straum SET TABLE app.accounts, app.events (at, kind, amount)"
                        + " | column list for app.events without account_id | ALTER PUBLICATION \"straum\" DROP TABLE"
                        + " \"app\".\"events\"; ALTER PUBLICATION \"straum\" ADD TABLE \"app\".\"events\";",
                "14 | CREATE TABLE app.child () INHERITS (app.events) | the table app.child inherits from app.events"
                        + " | ALTER TABLE \"app\".\"child\" NO INHERIT \"app\".\"events\";",
                "14 | ALTER TABLE app.accounts RENAME TO rows; CREATE VIEW app.accounts AS SELECT * FROM app.rows"
                        + " | app.accounts is a view | none",
                "14 | ALTER TABLE app.accounts RENAME TO rows; CREATE MATERIALIZED VIEW app.accounts AS SELECT * FROM app.rows"
                        + " | app.accounts is a materialized view | none",
                "14 | ALTER TABLE app.accounts RENAME TO rows; CREATE FOREIGN DATA WRAPPER nowhere; CREATE SERVER nowhere FOREIGN"
                        + " DATA WRAPPER nowhere; CREATE FOREIGN TABLE app.accounts (id int, region text) SERVER nowhere"
                        + " | app.accounts is a foreign table | none",
                "14 | ALTER TABLE app.events ALTER at TYPE text | app.events.at is of type text, and the view usage puts it into"
                        + " buckets | none",
                "14 | ALTER TABLE app.events ALTER amount TYPE interval USING NULL | the column app.events.amount is of type"
                        + " interval, and the view usage sums it: that takes an integer, a numeric or a floating-point"
                        + " number | none",
                "14 | ALTER TABLE app.events ALTER amount TYPE text | app.events.amount is of type text, and the view usage sums"
                        + " it: that takes an integer, a numeric or a floating-point number | none",
                "14 | ALTER TABLE app.events ALTER kind TYPE jsonb USING NULL | app.events.kind is of type jsonb, and the view"
                        + " usage cannot have it as a key | none",
                "14 | ALTER TABLE app.accounts ALTER id TYPE text | joins app.events.account_id of type integer to"
                        + " app.accounts.id of type text | none",
                "14 | ALTER TABLE app.accounts ALTER id TYPE numeric | joins app.events.account_id of type integer to"
                        + " app.accounts.id of type numeric | none",
                "14 | CREATE COLLATION app.loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER TABLE"
                        + " app.events ALTER kind TYPE text COLLATE app.loose | nondeterministic collation loose | none",
                "18 | ALTER TABLE app.events DROP kind, ADD kind text GENERATED ALWAYS AS ('x') STORED | the view usage reads"
                        + " app.events.kind, a generated column | ALTER PUBLICATION \"straum\" SET"
                        + " (publish_generated_columns = stored);",
                "18 | ALTER TABLE app.events DROP kind, ADD kind text GENERATED ALWAYS AS ('x') | the view usage reads"
                        + " app.events.kind, a generated column | none",
                "14 | ALTER TABLE app.events DROP kind | the view usage reads app.events.kind, and the table has no such column"
                        + " | none",
            })
    void eachMistakeIsSaidWithWhatMendsIt(int since, String mistake, String said, @Nullable String sql)
            throws Exception {
        assumeThat(shop.server.major()).as("the SQL of the mistake").isGreaterThanOrEqualTo(since);
        shop.execute(mistake.split("; "));

        SourceException refusal = refusal(Specs.usage());

        assertThat(refusal.kind()).isEqualTo(Kind.UNFIT);
        assertThat(refusal).hasMessageContaining(said);
        List<Unfit> unfit =
                Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit();
        assertThat(unfit).hasSize(1);
        assertThat(unfit.get(0).sql()).isEqualTo(sql);
        if (sql != null) {
            shop.execute(sql.split("(?<=;) "));
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .unfit())
                    .isEmpty();
        }
    }

    @Test
    void everyMistakeIsSaidAtOnce() {
        shop.execute(
                "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT",
                "ALTER TABLE app.events DROP amount",
                "ALTER PUBLICATION straum DROP TABLE app.accounts");

        assertThat(refusal(Specs.usage())).hasMessage("""
                        the database does not fit the spec in 3 ways
                        - the table app.accounts has not REPLICA IDENTITY FULL, so its old rows do not come whole
                          ALTER TABLE ONLY "app"."accounts" REPLICA IDENTITY FULL;
                        - the view usage reads app.events.amount, and the table has no such column
                        - the table app.accounts is not in the publication straum
                          ALTER PUBLICATION "straum" ADD TABLE "app"."accounts";
                        straum plan with --dsn prints this SQL to be run at once, and straum check looks whether all is \
                        mended""");
    }

    @Test
    void anUnloggedTableIsRefusedAlsoWhereThePublicationSeemsToHoldIt() throws Exception {
        shop.execute(
                "ALTER PUBLICATION straum DROP TABLE app.events",
                "ALTER TABLE app.events SET UNLOGGED",
                "DROP PUBLICATION straum",
                "CREATE PUBLICATION straum FOR ALL TABLES");

        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit())
                .extracting(Unfit::sql)
                .containsExactly("ALTER TABLE \"app\".\"events\" SET LOGGED;");
    }

    /** A publication takes it in, and lists it, and its changes never come. */
    @Test
    void aTableOfTheServersOwnIsRefused() throws Exception {
        shop.execute("ALTER PUBLICATION straum ADD TABLE information_schema.sql_features");
        Spec spec = Specs.of(Specs.fact("v", "app.events", "at")
                .leftJoin("f", "information_schema.sql_features", "feature_id", "kind")
                .key("supported", "f.is_supported")
                .count("rows")
                .build());
        String own =
                "information_schema.sql_features is a table that PostgreSQL has made for itself, which never sends its"
                        + " changes";

        assertThat(refusal(spec)).hasMessageContaining(own);
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(own + ", and only ordinary and partitioned tables can be followed");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining(own);
    }

    /** Altering it does nothing, and its partitions are what they are. */
    @Test
    void anUnloggedPartitionedTableHasToBeMadeAnew() throws Exception {
        assumeThat(shop.server.major()).as("unlogged partitioned tables").isLessThan(18);
        shop.execute(
                "CREATE UNLOGGED TABLE app.p (at timestamptz, kind text) PARTITION BY LIST (kind)",
                "CREATE TABLE app.p1 PARTITION OF app.p DEFAULT",
                "ALTER TABLE app.p REPLICA IDENTITY FULL",
                "ALTER TABLE app.p1 REPLICA IDENTITY FULL");
        Spec spec = Specs.of(
                Specs.fact("v", "app.p", "at").key("kind").count("rows").build());

        Checkup checkup = Postgres.check(shop.dsn(), spec, Shop.PUBLICATION);

        assertThat(checkup.unfit()).contains(new Unfit.UnloggedRoot(Specs.table("app.p")));
        assertThat(SetupSql.missing(checkup)).doesNotContain("\nALTER PUBLICATION \"straum\" ADD TABLE");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining("the partitioned table app.p is unlogged");
    }

    /** What a publication lists of a partition counts for nothing where it sends its changes as another's. */
    @Test
    void aPartitionsColumnListCountsOnlyWhereItsChangesAreItsOwn() throws Exception {
        assumeThat(shop.server.major()).as("column lists").isGreaterThanOrEqualTo(15);
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, kind text) PARTITION BY LIST (kind)",
                "CREATE TABLE app.p1 PARTITION OF app.p DEFAULT",
                "ALTER TABLE app.p REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.p",
                "CREATE PUBLICATION other FOR TABLE app.p, app.p1 (kind) WITH (publish_via_partition_root = true)");
        Spec spec = Specs.of(
                Specs.fact("v", "app.p", "at").key("kind").count("rows").build());

        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .containsExactly(new Unfit.NotFull(Specs.table("app.p1"), true));
        shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, PostgresServer.USER));
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit()).isEmpty();
        shop.execute("INSERT INTO app.p VALUES (now(), 'a')", "UPDATE app.p SET kind = 'b'", "DELETE FROM app.p");

        shop.execute(
                "ALTER PUBLICATION other SET (publish_via_partition_root = false)",
                "ALTER TABLE app.p1 REPLICA IDENTITY DEFAULT");
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the table app.p has not REPLICA IDENTITY FULL, and under it UPDATE and DELETE of app.p"
                                + " would fail: the publication other has a column list for app.p1");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining("- the publication other has a column list for app.p1");
    }

    /** Another session's, which has a schema of its own; no publication could hold it. */
    @Test
    void aTemporaryTableIsRefused() throws Exception {
        try (Connection session = shop.server.connect(shop.database);
                Statement statement = session.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE passing (at timestamptz, kind text)");
            String schema = shop.server.value(
                    shop.database,
                    "SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                            + " WHERE c.relname = 'passing'");
            Spec spec = Specs.of(Specs.fact("v", schema + ".passing", "at")
                    .key("kind")
                    .count("rows")
                    .build());

            assertThat(refusal(spec)).hasMessageContaining(schema + ".passing is a temporary table");
            assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                    .extracting(Unfit::message)
                    .containsExactly(
                            schema
                                    + ".passing is a temporary table, and only ordinary and partitioned tables can be followed");
            assertThatThrownBy(() -> shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, PostgresServer.USER)))
                    .hasMessageContaining(schema + ".passing is a temporary table");
        }
    }

    @Test
    void publicationsOfSchemasAndOfAllTablesHoldTheTables() throws Exception {
        shop.execute("DROP PUBLICATION straum", "CREATE PUBLICATION straum FOR ALL TABLES");
        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit())
                .isEmpty();

        assumeThat(shop.server.major()).as("publications of schemas").isGreaterThanOrEqualTo(15);
        shop.execute("DROP PUBLICATION straum", "CREATE PUBLICATION straum FOR TABLES IN SCHEMA app");
        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit())
                .isEmpty();

        shop.execute("DROP PUBLICATION straum", "CREATE PUBLICATION straum FOR TABLES IN SCHEMA public");
        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit())
                .hasSize(2)
                .allMatch(unfit -> unfit instanceof Unfit.NotPublished);
    }

    /** N9, N14. */
    @Test
    void aPartitionedTableNeedsItsLeavesFullAndItsChangesAsItsOwn() throws Exception {
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, kind text) PARTITION BY LIST (kind)",
                "CREATE TABLE app.p1 PARTITION OF app.p FOR VALUES IN ('a')",
                "CREATE TABLE app.p2 PARTITION OF app.p FOR VALUES IN ('b') PARTITION BY RANGE (at)",
                "CREATE TABLE app.p21 PARTITION OF app.p2 DEFAULT",
                "ALTER TABLE app.p REPLICA IDENTITY FULL",
                "ALTER TABLE app.p1 REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.p",
                "ALTER PUBLICATION straum SET (publish_via_partition_root = false)");
        Spec spec = Specs.of(
                Specs.fact("v", "app.p", "at").key("kind").count("rows").build());
        Spec leaf = Specs.of(
                Specs.fact("v", "app.p1", "at").key("kind").count("rows").build());

        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the partition app.p21 has not REPLICA IDENTITY FULL, so its old rows do not come whole",
                        "the table app.p is partitioned, and the publication straum sends its changes as its partitions'"
                                + " and not as its own");
        assertThat(Postgres.check(shop.dsn(), leaf, Shop.PUBLICATION).unfit()).isEmpty();

        shop.execute(
                "ALTER PUBLICATION straum SET (publish_via_partition_root = true)",
                "ALTER TABLE app.p21 REPLICA IDENTITY FULL");
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit()).isEmpty();
        assertThat(Postgres.check(shop.dsn(), leaf, Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the publication straum sends the changes of app.p1 as those of app.p, of which it is a"
                                + " partition: read app.p, or follow by another publication, of app.p1 alone");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(leaf, Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining(
                        "- the publication straum sends the changes of all partitions of app.p as those of");
        shop.execute(SetupSql.guarded(leaf, "leaf", PostgresServer.USER));
        assertThat(Postgres.check(shop.dsn(), leaf, "leaf").unfit()).isEmpty();
    }

    /** Both at once: with the one mended the other would come up only then. */
    @Test
    void aRootThatIsMissingFromAPublicationOfItsPartitionsIsNamedWithHowItsChangesAreSent() throws Exception {
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, kind text) PARTITION BY LIST (kind)",
                "CREATE TABLE app.p1 PARTITION OF app.p DEFAULT",
                "ALTER TABLE app.p REPLICA IDENTITY FULL",
                "ALTER TABLE app.p1 REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.p1",
                "ALTER PUBLICATION straum SET (publish_via_partition_root = false)");
        Spec spec = Specs.of(
                Specs.fact("v", "app.p", "at").key("kind").count("rows").build());

        Checkup checkup = Postgres.check(shop.dsn(), spec, Shop.PUBLICATION);

        assertThat(checkup.unfit())
                .extracting(unfit -> unfit.getClass().getSimpleName())
                .containsExactly("NotViaRoot", "NotPublished");
        shop.execute(SetupSql.missing(checkup));
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit()).isEmpty();
    }

    @Test
    void integersOfAllWidthsAndTextsJoinOneAnother() throws Exception {
        shop.execute(
                "CREATE TABLE app.wide (at timestamptz, i2 int2, i8 int8, v varchar, n name)",
                "CREATE TABLE app.dim (i4 int4, t text)",
                "ALTER TABLE app.wide REPLICA IDENTITY FULL",
                "ALTER TABLE app.dim REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.wide, app.dim");
        Spec spec = Specs.of(Specs.fact("v", "app.wide", "at")
                .leftJoin("a", "app.dim", "i4", "i2", "t", "v")
                .leftJoin("b", "app.dim", "i4", "i8", "t", "n")
                .count("rows")
                .build());

        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit()).isEmpty();
    }

    @Test
    void anOriginOfAnotherKindOfTimeIsRefused() throws Exception {
        Spec spec = assuming(new Assumed(ColumnType.Kind.TIMESTAMP, List.of()));

        assertThat(refusal(spec))
                .hasMessageContaining("app.events.at is of type timestamp with time zone")
                .hasMessageContaining("write TIMESTAMPTZ there");
        assertThat(Postgres.check(
                                shop.dsn(),
                                assuming(new Assumed(ColumnType.Kind.TIMESTAMPTZ, List.of())),
                                Shop.PUBLICATION)
                        .unfit())
                .isEmpty();
    }

    @Test
    void aNameInGroupByThatIsAnotherColumnIsRefused() throws Exception {
        Spec spec = assuming(new Assumed(null, List.of("bucket", "kind")));
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit()).isEmpty();

        shop.execute("ALTER TABLE app.events ADD bucket int");

        assertThat(refusal(spec))
                .hasMessageContaining("groups by bucket, which PostgreSQL reads as the column app.events.bucket");
    }

    private static Spec assuming(Assumed assumed) throws Exception {
        Fact plain =
                Specs.fact("v", "app.events", "at").key("kind").count("rows").build();
        return Spec.of(List.of(new Fact(
                "v",
                plain.table(),
                "at",
                List.of(new Width(3600)),
                plain.keys(),
                List.of(),
                plain.measures(),
                null,
                assumed)));
    }

    /** The least and the greatest of a column of each collation, and which of them are refused. */
    @Test
    void anOrderOfTextNeedsACollationByByte() throws Exception {
        boolean builtin = shop.server.major() >= 17;
        shop.execute(
                "CREATE COLLATION app.german (provider = icu, locale = 'de')",
                "CREATE COLLATION app.bytes (provider = libc, locale = 'C')",
                "CREATE DOMAIN app.word AS text COLLATE app.german",
                "CREATE TABLE app.texts (at timestamptz, c text COLLATE \"C\", p text COLLATE \"POSIX\", u text COLLATE"
                        + " ucs_basic, b varchar COLLATE app.bytes, d text, n name, g char(3) COLLATE app.german, w app.word"
                        + (builtin ? ", k text COLLATE pg_c_utf8" : "") + ")",
                "ALTER TABLE app.texts REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.texts");
        List<Measure> plain = new ArrayList<>();
        List<Measure> underC = new ArrayList<>();
        for (String column : (builtin ? "c p u b d n g w k" : "c p u b d n g w").split(" ")) {
            plain.add(new Measure(column, new Aggregate(Aggregate.Kind.MIN, column)));
            underC.add(new Measure(column, new Aggregate(Aggregate.Kind.MIN, column, 0, true)));
        }

        assertThat(Postgres.check(shop.dsn(), texts(plain), Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the view v orders app.texts.g, whose collation is german, and text is ordered by its bytes here:"
                                + " write min(g COLLATE \"C\")",
                        "the view v orders app.texts.w, whose collation is german, and text is ordered by its bytes here:"
                                + " write min(w COLLATE \"C\")");
        assertThat(Postgres.check(shop.dsn(), texts(underC), Shop.PUBLICATION).unfit())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "15 | LOCALE_PROVIDER icu ICU_LOCALE 'de' LOCALE 'C' | 1",
                "14 | LC_COLLATE 'POSIX' | 0",
                "14 | LC_COLLATE 'C.utf8' LC_CTYPE 'C.utf8' | 0",
                "17 | LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LOCALE 'C' | 0",
                "18 | LOCALE_PROVIDER builtin BUILTIN_LOCALE 'PG_UNICODE_FAST' LOCALE 'C' | 1",
            })
    void theDatabasesDefaultCollationIsLookedUp(int since, String options, int refused) throws Exception {
        assumeThat(shop.server.major()).as("such a database").isGreaterThanOrEqualTo(since);
        String database = shop.database + "_locale";
        shop.server.execute("postgres", "CREATE DATABASE " + database + " TEMPLATE template0 ENCODING UTF8 " + options);
        try {
            shop.server.execute(
                    database,
                    "CREATE SCHEMA app",
                    "CREATE TABLE app.texts (at timestamptz, c text)",
                    "ALTER TABLE app.texts REPLICA IDENTITY FULL",
                    "CREATE PUBLICATION straum FOR TABLE app.texts");
            Spec spec = texts(List.of(new Measure("c", new Aggregate(Aggregate.Kind.MAX, "c"))));

            assertThat(Postgres.check(Dsn.read(shop.server.dsn(database), Map.of()), spec, Shop.PUBLICATION)
                            .unfit())
                    .hasSize(refused)
                    .allMatch(unfit -> unfit.message()
                            .equals(
                                    "the view v orders app.texts.c, whose collation is the database's default, and text is"
                                            + " ordered by its bytes here: write max(c COLLATE \"C\")"));
        } finally {
            shop.server.dropDatabase(database);
        }
    }

    private static Spec texts(List<Measure> measures) throws Exception {
        return Spec.of(List.of(new Fact(
                "v",
                Specs.table("app.texts"),
                "at",
                List.of(new Width(3600)),
                List.of(),
                List.of(),
                measures,
                null,
                Assumed.NOTHING)));
    }

    /** What only a condition reads is looked up, published, watched and asked for like the rest. */
    @Test
    void theColumnsOfConditionsAreReadToo() throws Exception {
        shop.execute("ALTER TABLE app.accounts ADD hidden bool", "ALTER TABLE app.events ADD ok bool, ADD note text");
        Fact plain = Specs.usage().facts().get(0);
        Spec spec = Spec.of(List.of(new Fact(
                "v",
                plain.table(),
                "at",
                plain.widths(),
                List.of(),
                List.of(new Ref(
                        "a",
                        Specs.table("app.accounts"),
                        Ref.Kind.ANTI,
                        List.of(new Ref.On("id", new Via.Column("account_id"))),
                        new Condition.Holds<>("hidden"))),
                List.of(new Measure("n", new Aggregate(Aggregate.Kind.COUNT_ROWS, null))),
                new Condition.And<>(List.of(new Condition.Holds<>("ok"), new Condition.IsNull<>("note"))),
                Assumed.NOTHING)));
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit()).isEmpty();

        assumeThat(shop.server.major()).as("column lists").isGreaterThanOrEqualTo(15);
        shop.execute("ALTER PUBLICATION straum SET TABLE app.accounts (id, region), app.events (at, account_id)");
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the publication straum has a column list for app.accounts without hidden, which the spec reads",
                        "the publication straum has a column list for app.events without ok, note, which the spec reads");

        shop.execute(
                "ALTER PUBLICATION straum SET TABLE app.accounts, app.events",
                "ALTER TABLE app.accounts DROP hidden, ADD hidden bool GENERATED ALWAYS AS (id > 1) STORED");
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .singleElement()
                .isInstanceOf(Unfit.GeneratedColumn.class);

        shop.execute(
                "ALTER TABLE app.accounts DROP hidden, ADD hidden bool",
                "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT");
        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .singleElement()
                .isInstanceOf(Unfit.NotFull.class);

        shop.execute("ALTER TABLE app.accounts REPLICA IDENTITY FULL");
        Postgres source = shop.source(spec);
        shop.start(source);
        shop.read(source);
        shop.execute("ALTER TABLE app.accounts DROP hidden, ADD hidden bool");
        assertThatThrownBy(source::wal).hasMessageContaining("the column app.accounts.hidden");
    }

    @Test
    void aRoleWithoutRightsIsToldEachOfThem() throws Exception {
        String role = shop.database + "_reader";
        shop.execute("CREATE ROLE " + role + " LOGIN REPLICATION PASSWORD 'pw'");
        try {
            assertThat(refusal(shop.dsn(role, "pw"), Specs.usage()))
                    .hasMessageContaining("GRANT USAGE ON SCHEMA \"app\" TO \"" + role + "\";")
                    .hasMessageContaining("GRANT SELECT ON \"app\".\"events\" TO \"" + role + "\";");

            shop.execute(
                    "GRANT USAGE ON SCHEMA app TO " + role,
                    "GRANT SELECT ON app.events, app.accounts TO " + role,
                    "ALTER TABLE app.events ENABLE ROW LEVEL SECURITY");
            assertThat(refusal(shop.dsn(role, "pw"), Specs.usage()))
                    .hasMessageStartingWith(
                            "the table app.events has row-level security, which hides rows from the role " + role
                                    + ": only a role with BYPASSRLS,")
                    .hasMessageContaining("\n  ALTER ROLE \"" + role + "\" BYPASSRLS;\n");

            shop.execute("ALTER ROLE " + role + " BYPASSRLS");
            Postgres source = shop.source(shop.dsn(role, "pw"), Specs.usage());
            shop.start(source);
            source.wal();
            source.flush();
            source.stop();

            shop.execute("ALTER ROLE " + role + " NOREPLICATION");
            assertThat(refusal(shop.dsn(role, "pw"), Specs.usage()))
                    .hasMessageContaining("the role " + role + " may not replicate")
                    .hasMessageContaining("ALTER ROLE \"" + role + "\" REPLICATION;");
        } finally {
            shop.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
        }
    }

    @Test
    void whoIsNotLetInIsToldWhyWithoutTheirPassword() {
        assertThat(refusal(shop.dsn(PostgresServer.USER, "hunter2"), Specs.usage()))
                .hasMessageContaining("127.0.0.1:" + shop.server.port() + " does not let postgres in")
                .hasMessageContaining("password authentication failed")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamed() throws Exception {
        Dsn dsn = Dsn.read(shop.server.dsn("no_such_database"), Map.of());

        assertThat(refusal(dsn, Specs.usage()).kind()).isEqualTo(Kind.UNFIT);
        assertThat(refusal(dsn, Specs.usage())).hasMessageContaining("has no database no_such_database");
    }

    @Test
    void aServerThatIsNotThereIsNamedByHostAndPort() throws Exception {
        int port = freePort();
        Dsn dsn = Dsn.read("postgresql://postgres@127.0.0.1:" + port + "/x", Map.of());

        SourceException refusal = refusal(dsn, Specs.usage());

        assertThat(refusal.kind()).isEqualTo(Kind.LOST);
        assertThat(refusal).hasMessage("cannot connect to PostgreSQL at 127.0.0.1:" + port + ": Connection refused");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aDatabaseOfAnotherEncodingIsRefused() throws Exception {
        shop.server.execute(
                "postgres", "CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
        try {
            assertThatThrownBy(() -> Postgres.check(
                            Dsn.read(shop.server.dsn("latin"), Map.of()), Specs.usage(), Shop.PUBLICATION))
                    .hasMessageContaining("the database latin in the encoding LATIN1");
        } finally {
            shop.server.dropDatabase("latin");
        }
    }

    /** N7: in 18 the identity alone stops them, where the publication leaves the column out; the setup gives it along. */
    @Test
    void aGeneratedColumnOfWhichNothingReadsIsPublishedForTheOwnersUpdates() throws Exception {
        assumeThat(shop.server.major()).as("where UPDATEs would fail").isGreaterThanOrEqualTo(18);
        shop.execute(
                "ALTER TABLE app.accounts ADD twice int GENERATED ALWAYS AS (id * 2) STORED",
                "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT");

        Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);

        assertThat(checkup.warnings())
                .contains(new Warning(
                        "under REPLICA IDENTITY FULL, UPDATE and DELETE of app.accounts fail while the publication straum"
                                + " leaves out its generated column twice",
                        "ALTER PUBLICATION \"straum\" SET (publish_generated_columns = stored);"));
        shop.execute(SetupSql.missing(checkup));
        shop.execute("INSERT INTO app.accounts VALUES (1, 'x')", "UPDATE app.accounts SET region = 'y'");
        assertThat(shop.server.value(shop.database, "SELECT relreplident FROM pg_class WHERE relname = 'accounts'"))
                .isEqualTo("f");
    }

    @Test
    void aVirtualGeneratedColumnKeepsATableFromBeingFollowed() throws Exception {
        assumeThat(shop.server.major()).as("virtual columns").isGreaterThanOrEqualTo(18);
        shop.execute(
                "ALTER TABLE app.accounts ADD twice int GENERATED ALWAYS AS (id * 2) VIRTUAL",
                "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT");

        Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);

        assertThat(checkup.unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the table app.accounts has not REPLICA IDENTITY FULL, and under it UPDATE and DELETE of"
                                + " app.accounts would fail: its virtual generated column twice cannot be published");
        assertThat(SetupSql.missing(checkup))
                .doesNotContain("\nALTER")
                .contains("-- not to be mended by SQL: the table");
    }

    /** What stops them is looked for before it does: a table that nothing publishes yet is published by the plan. */
    @Test
    void aTableThatIsYetToBePublishedKeepsItsOwnersUpdates() throws Exception {
        assumeThat(shop.server.major()).as("where UPDATEs would fail").isGreaterThanOrEqualTo(18);
        shop.execute(
                "ALTER TABLE app.events ADD twice int GENERATED ALWAYS AS (account_id * 2) STORED",
                "INSERT INTO app.events VALUES (now(), 'x', 1)",
                "ALTER PUBLICATION straum DROP TABLE app.events");

        shop.execute(SetupSql.missing(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)));

        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit())
                .isEmpty();
        shop.execute("UPDATE app.events SET kind = 'y'");
        shop.execute(
                "ALTER TABLE app.events REPLICA IDENTITY DEFAULT",
                "ALTER TABLE app.events ADD thrice int GENERATED ALWAYS AS (account_id * 3) VIRTUAL",
                "DROP PUBLICATION straum");
        Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);
        assertThat(checkup.unfit())
                .contains(new Unfit.CannotBeFull(
                        Specs.table("app.events"), "its virtual generated column thrice cannot be published"));
        assertThat(SetupSql.missing(checkup)).doesNotContain("REPLICA IDENTITY FULL;");
    }

    /** Whatever publication it is: the list of another follower stops them as well as one of ours. */
    @Test
    void aColumnListStopsTheOwnersUpdatesUnderTheIdentity() throws Exception {
        assumeThat(shop.server.major()).as("column lists").isGreaterThanOrEqualTo(15);
        shop.execute(
                "INSERT INTO app.accounts VALUES (1, 'x')",
                "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT",
                "CREATE PUBLICATION others FOR TABLE app.accounts (id)");

        Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);

        assertThat(checkup.unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "the table app.accounts has not REPLICA IDENTITY FULL, and under it UPDATE and DELETE of"
                                + " app.accounts would fail: the publication others has a column list for it");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining("nothing has been changed")
                .hasMessageContaining(
                        "- the publication others has a column list for app.accounts: under REPLICA IDENTITY"
                                + " FULL its UPDATEs and DELETEs would fail");
        shop.execute("UPDATE app.accounts SET region = 'y'", "ALTER TABLE app.accounts REPLICA IDENTITY FULL");
        assertThatThrownBy(() -> shop.execute("UPDATE app.accounts SET region = 'z'"))
                .hasMessageContaining("cannot update table");
        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).warnings())
                .contains(Warning.of("under REPLICA IDENTITY FULL, UPDATE and DELETE of app.accounts fail while the"
                        + " publication others has a column list for it"));

        shop.execute(
                "DROP PUBLICATION others", "ALTER PUBLICATION straum SET TABLE app.events, app.accounts (id, region)");
        checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);
        assertThat(checkup.unfit()).isEmpty();
        assertThat(checkup.warnings())
                .contains(new Warning(
                        "under REPLICA IDENTITY FULL, UPDATE and DELETE of app.accounts fail while the publication straum"
                                + " has a column list for it",
                        "ALTER PUBLICATION \"straum\" DROP TABLE \"app\".\"accounts\";"
                                + " ALTER PUBLICATION \"straum\" ADD TABLE \"app\".\"accounts\";"));
        shop.execute(SetupSql.missing(checkup));
        shop.execute("UPDATE app.accounts SET region = 'z'");
    }

    @Test
    void whatKeepsNobodyFromFollowingIsNotForThePlanToDo() throws Exception {
        shop.execute(
                "CREATE TABLE app.child () INHERITS (app.events)",
                "ALTER PUBLICATION straum DROP TABLE app.accounts",
                "ALTER TABLE app.accounts SET UNLOGGED");

        assertThat(SetupSql.missing(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)))
                .contains(
                        "-- not done here: the table app.child inherits from app.events, and tables with such children"
                                + " cannot be followed; partitions can: ALTER TABLE \"app\".\"child\" NO INHERIT"
                                + " \"app\".\"events\";\n",
                        "-- not done here: the table app.accounts is unlogged, so its changes are not in the WAL: ALTER"
                                + " TABLE \"app\".\"accounts\" SET LOGGED;\n");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining("- table app.child inherits from app.events,")
                .hasMessageContaining("ALTER TABLE app.child NO INHERIT app.events; parts them")
                .hasMessageContaining("- table app.accounts is unlogged: ALTER TABLE app.accounts SET LOGGED;");
        shop.execute("ALTER TABLE app.child NO INHERIT app.events", "ALTER TABLE app.accounts SET LOGGED");
        shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, PostgresServer.USER));
        assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION).unfit())
                .isEmpty();
    }

    /** A leaf of another kind than a table, or of which the rows are gone after a crash. */
    @Test
    void everyPartIsATableOfItsOwn() throws Exception {
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, kind text) PARTITION BY LIST (kind)",
                "CREATE UNLOGGED TABLE app.pu PARTITION OF app.p FOR VALUES IN ('u')",
                "CREATE FOREIGN DATA WRAPPER " + shop.database,
                "CREATE SERVER " + shop.database + " FOREIGN DATA WRAPPER " + shop.database,
                "CREATE FOREIGN TABLE app.pf PARTITION OF app.p FOR VALUES IN ('f') SERVER " + shop.database,
                "ALTER TABLE app.p REPLICA IDENTITY FULL",
                "ALTER TABLE app.pu REPLICA IDENTITY FULL");
        Spec spec = Specs.of(
                Specs.fact("v", "app.p", "at").key("kind").count("rows").build());

        assertThat(Postgres.check(shop.dsn(), spec, Shop.PUBLICATION).unfit())
                .extracting(Unfit::message)
                .containsExactly(
                        "app.pf is a foreign table, and only ordinary and partitioned tables can be followed",
                        "the table app.pu is unlogged, so its changes are not in the WAL",
                        "the table app.p is not in the publication straum");
        assertThatThrownBy(() -> shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, PostgresServer.USER)))
                .hasMessageContaining("- app.pf is no table")
                .hasMessageContaining("- table app.pu is unlogged");
    }
}
