package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

/** What is said of a role that lacks something: to who sets it up, and to it at a start. */
@Isolated("a role it makes is looked for on the whole server")
class RoleMistakesIT {
    /** To be quoted wherever it stands. */
    private static final String NAME = "Straum's \"own\" role";

    private static final String ROLE = "\"Straum's \"\"own\"\" role\"";

    private final Shop shop = new Shop();

    @AfterEach
    void closeTheShop() {
        if (!shop.server
                .rows("postgres", "SELECT FROM pg_roles WHERE rolname = $r$" + NAME + "$r$")
                .isEmpty()) {
            shop.execute("REASSIGN OWNED BY " + ROLE + " TO " + PostgresServer.USER);
            shop.execute("DROP OWNED BY " + ROLE, "DROP ROLE " + ROLE);
        }
        shop.close();
    }

    private List<Unfit> unfit() throws Exception {
        return Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION, NAME).unfit();
    }

    private Dsn asRole() throws Exception {
        return Dsn.read(
                "host=127.0.0.1 port=" + shop.server.port() + " dbname=" + shop.database
                        + " user='Straum\\'s \"own\" role' password=pw",
                Map.of());
    }

    private SourceException refusal() throws Exception {
        Dsn dsn = asRole();
        SourceException refusal = catchThrowableOfType(
                SourceException.class, () -> shop.source(dsn, Specs.usage()).open());
        assertThat(refusal).isNotNull();
        assertThat(refusal.kind()).isEqualTo(Kind.UNFIT);
        return refusal;
    }

    private void setUp() {
        shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, NAME));
        shop.execute("ALTER ROLE " + ROLE + " PASSWORD 'pw'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ALTER ROLE R NOLOGIN | the role Straum's \"own\" role may not log in | ALTER ROLE R LOGIN;",
                "ALTER ROLE R NOREPLICATION | the role Straum's \"own\" role may not replicate | ALTER ROLE R REPLICATION;",
                "REVOKE CONNECT ON DATABASE D FROM PUBLIC, R | the role Straum's \"own\" role may not connect to the database D"
                        + " | GRANT CONNECT ON DATABASE \"D\" TO R;",
                "REVOKE USAGE ON SCHEMA app FROM R | the role Straum's \"own\" role may not use the schema app"
                        + " | GRANT USAGE ON SCHEMA \"app\" TO R;",
                "REVOKE SELECT ON app.events FROM R | the role Straum's \"own\" role may not read the table app.events"
                        + " | GRANT SELECT ON \"app\".\"events\" TO R;",
                // A right on each column reads them, and does not lock the table.
                "REVOKE SELECT ON app.events FROM R; GRANT SELECT (at, kind, account_id, amount) ON app.events TO R"
                        + " | the role Straum's \"own\" role may not read the table app.events"
                        + " | GRANT SELECT ON \"app\".\"events\" TO R;",
                "ALTER TABLE app.events ENABLE ROW LEVEL SECURITY | the table app.events has row-level security, which hides"
                        + " rows from the role Straum's \"own\" role: only a role with BYPASSRLS, a superuser or the table's"
                        + " owner surely reads them all, whatever the policies say | ALTER ROLE R BYPASSRLS;",
                "ALTER TABLE app.events OWNER TO R; ALTER TABLE app.events ENABLE ROW LEVEL SECURITY; ALTER TABLE app.events"
                        + " FORCE ROW LEVEL SECURITY | the table app.events has row-level security, which hides"
                        + " rows from the role Straum's \"own\" role: only a role with BYPASSRLS, a superuser or the table's"
                        + " owner surely reads them all, whatever the policies say | ALTER ROLE R BYPASSRLS;",
                "ALTER TABLE app.events ENABLE ROW LEVEL SECURITY; CREATE POLICY all_rows ON app.events FOR SELECT TO R"
                        + " USING (true) | the table app.events has row-level security, which hides"
                        + " rows from the role Straum's \"own\" role: only a role with BYPASSRLS, a superuser or the table's"
                        + " owner surely reads them all, whatever the policies say | ALTER ROLE R BYPASSRLS;",
            })
    void eachRightThatARoleLacksIsNamedAndGiven(String mistake, String said, String sql) throws Exception {
        setUp();
        shop.execute(named(mistake).split("; "));

        assertThat(unfit()).extracting(Unfit::message).containsExactly(said.replace(" D", " " + shop.database));
        assertThat(unfit()).extracting(Unfit::sql).containsExactly(named(sql));

        shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, NAME));
        assertThat(unfit()).as("after the SQL that looks for itself").isEmpty();
        shop.execute("ALTER ROLE " + ROLE + " NOBYPASSRLS");
        shop.execute(named(mistake).split("; ")[0]);
        assertThat(unfit()).as("made again").hasSize(1);
        shop.execute(named(sql));
        assertThat(unfit()).as("after the SQL that was said").isEmpty();
        assertThat(Postgres.check(asRole(), Specs.usage(), Shop.PUBLICATION).unfit())
                .isEmpty();
        Postgres source = shop.source(asRole(), Specs.usage());
        shop.start(source);
        source.stop();
    }

    private String named(String sql) {
        return sql.replace(" R ", " " + ROLE + " ")
                .replaceAll(" R$", " " + Matcher.quoteReplacement(ROLE))
                .replace(" R;", " " + ROLE + ";")
                .replace("\"D\"", "\"" + shop.database + "\"")
                .replace(" D ", " " + shop.database + " ");
    }

    /** The rights looked at, lacked and given are those of the role that logs in. */
    @Test
    void aRoleThatIsSetToActAsAnotherReadsAsItself() throws Exception {
        setUp();
        shop.execute("GRANT pg_read_all_stats TO " + ROLE, "ALTER ROLE " + ROLE + " SET role = 'pg_read_all_stats'");

        assertThat(Postgres.check(asRole(), Specs.usage(), Shop.PUBLICATION).unfit())
                .isEmpty();
        shop.start(shop.source(asRole(), Specs.usage()));
    }

    @Test
    void aTableOfItsOwnShowsARoleAllRowsWhateverItsPolicies() throws Exception {
        setUp();
        shop.execute("ALTER TABLE app.events OWNER TO " + ROLE, "ALTER TABLE app.events ENABLE ROW LEVEL SECURITY");

        assertThat(unfit()).isEmpty();
        shop.start(shop.source(asRole(), Specs.usage()));
    }

    @Test
    void aRoleThatIsNotThereIsMadeWithAllItsRights() throws Exception {
        shop.execute(
                "ALTER TABLE app.accounts ENABLE ROW LEVEL SECURITY",
                "REVOKE CONNECT ON DATABASE " + shop.database + " FROM PUBLIC");
        Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION, NAME);

        assertThat(checkup.unfit())
                .extracting(Unfit::sql)
                .containsExactly(
                        "CREATE ROLE " + ROLE + " LOGIN REPLICATION;",
                        "GRANT CONNECT ON DATABASE \"" + shop.database + "\" TO " + ROLE + ";",
                        "ALTER ROLE " + ROLE + " BYPASSRLS;",
                        "GRANT USAGE ON SCHEMA \"app\" TO " + ROLE + ";",
                        "GRANT SELECT ON \"app\".\"accounts\" TO " + ROLE + ";",
                        "GRANT SELECT ON \"app\".\"events\" TO " + ROLE + ";");
        assertThat(checkup.unfit().get(0).message()).isEqualTo("there is no role " + NAME);

        shop.execute(SetupSql.missing(checkup));
        assertThat(unfit()).isEmpty();
    }

    /** As on Amazon RDS, where the attribute cannot be given. The role of that name lends nothing on another server. */
    @Test
    void whereTheRightToReplicateIsLentByARoleThatIsGranted() throws Exception {
        shop.execute("CREATE ROLE rds_replication");
        try {
            assertThat(unfit().get(0).sql())
                    .isEqualTo("CREATE ROLE " + ROLE + " LOGIN; GRANT rds_replication TO " + ROLE + ";");
            setUp();
            assertThat(unfit()).isEmpty();
            assertThat(Postgres.check(asRole(), Specs.usage(), Shop.PUBLICATION).unfit())
                    .as("of which only a try tells")
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Unfit.NoConnection.class,
                            unfit -> assertThat(unfit.message())
                                    .startsWith("a replication connection is not to be had: PostgreSQL at ")
                                    .contains("does not let the role " + NAME + " replicate"));

            shop.execute("REVOKE rds_replication FROM " + ROLE);
            assertThat(unfit())
                    .containsExactly(new Unfit.NoReplication(NAME, true))
                    .extracting(Unfit::sql)
                    .containsExactly("GRANT rds_replication TO " + ROLE + ";");
        } finally {
            shop.execute("DROP ROLE rds_replication");
        }
    }

    @Test
    void aStartOfARoleThatIsNotThereSaysWhatMakesIt() throws Exception {
        assertThat(refusal())
                .hasMessageContaining("does not let " + NAME + " in: password authentication failed")
                .hasMessageContaining(
                        "straum plan prints the SQL that makes it, and \\password " + ROLE + " in psql gives it one");
    }

    @Test
    void aStartOfARoleThatMayNotLogInSaysWhatLetsIt() throws Exception {
        setUp();
        shop.execute("ALTER ROLE " + ROLE + " NOLOGIN");

        assertThat(refusal())
                .hasMessageContaining("is not permitted to log in")
                .hasMessageEndingWith("straum plan prints the SQL that makes the role, and lets it log in");
    }

    @Test
    void aStartOfARoleThatMayNotConnectIsToldOfTheDatabaseAndNotOfReplication() throws Exception {
        setUp();
        shop.execute("REVOKE CONNECT ON DATABASE " + shop.database + " FROM PUBLIC");

        assertThat(refusal())
                .hasMessageContaining("does not let the role " + NAME + " connect to " + shop.database)
                .hasMessageEndingWith("GRANT CONNECT ON DATABASE \"" + shop.database + "\" TO " + ROLE + "; lets it")
                .hasMessageNotContaining("REPLICATION");
    }

    @Test
    void aStartOfARoleThatMayNotReplicateNamesItAndThePlan() throws Exception {
        setUp();
        shop.execute("ALTER ROLE " + ROLE + " NOREPLICATION");

        assertThat(refusal())
                .hasMessage("the role " + NAME + " may not replicate\n  ALTER ROLE " + ROLE
                        + " REPLICATION;\nstraum plan with --dsn prints this SQL to be run at once, and straum check looks whether"
                        + " all is mended");
    }

    /** The rows of a partitioned table are its leaves', and the right to read them comes from the root. */
    @Test
    void aRoleNeedsNoRightOnTheLeaves() throws Exception {
        shop.execute(
                "CREATE TABLE app.p (at timestamptz, kind text) PARTITION BY LIST (kind)",
                "CREATE TABLE app.p1 PARTITION OF app.p DEFAULT",
                "INSERT INTO app.p VALUES ('2026-11-13Z', 'x')");
        Spec spec = Specs.of(
                Specs.fact("v", "app.p", "at").key("kind").count("rows").build());
        shop.execute(SetupSql.guarded(spec, Shop.PUBLICATION, NAME));
        shop.execute("ALTER ROLE " + ROLE + " PASSWORD 'pw'", "UPDATE app.p SET kind = 'y'");

        assertThat(Postgres.check(asRole(), spec, Shop.PUBLICATION).unfit()).isEmpty();
        Postgres source = shop.source(asRole(), spec);
        shop.start(source);
        shop.execute("UPDATE app.p SET kind = 'z'");
        assertThat(shop.follow(source)).hasSize(1);
    }

    /** Whoever does not own the publication is told by the server, and has half of nothing. */
    @Test
    void whoOwnsTheTablesAndNotThePublicationChangesNothing() {
        shop.execute(
                "CREATE ROLE " + ROLE + " LOGIN PASSWORD 'pw'",
                "ALTER SCHEMA app OWNER TO " + ROLE,
                "ALTER TABLE app.events OWNER TO " + ROLE,
                "ALTER TABLE app.accounts OWNER TO " + ROLE,
                "ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT",
                "ALTER PUBLICATION straum DROP TABLE app.accounts");

        assertThat(catchThrowableOfType(
                        IllegalStateException.class,
                        () -> shop.execute("SET ROLE " + ROLE + ";"
                                + SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, PostgresServer.USER))))
                .hasMessageContaining("must be owner of publication straum");
        assertThat(shop.server.value(shop.database, "SELECT relreplident FROM pg_class WHERE relname = 'accounts'"))
                .isEqualTo("d");
    }
}
