package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import straum.app.SourceException;
import straum.domain.testing.Specs;
import straum.pg.testing.PostgresServer;

/** What is said of a server whose settings keep Straum from following, or hurt once it does. */
class ServerMistakesIT {
    @Test
    void aServerThatLogsTooLittleIsSaidWithAllTheRestAndByAStartToo() throws Exception {
        try (PostgresServer server =
                        PostgresServer.start("wal_level=replica", "max_replication_slots=0", "max_wal_senders=0");
                Shop shop = new Shop(server)) {
            shop.execute("ALTER TABLE app.accounts REPLICA IDENTITY DEFAULT");

            Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);

            assertThat(checkup.unfit())
                    .extracting(unfit -> unfit.message() + " | " + unfit.sql())
                    .containsExactly(
                            "wal_level is replica, and following needs logical: set it and restart the server"
                                    + " | ALTER SYSTEM SET wal_level = 'logical';",
                            "no replication slot is left of max_replication_slots = 0, and Straum takes one: raise it and"
                                    + " restart the server | ALTER SYSTEM SET max_replication_slots = 10;",
                            "no walsender is left of max_wal_senders = 0, and Straum takes one: raise it and restart the"
                                    + " server | ALTER SYSTEM SET max_wal_senders = 10;",
                            "the table app.accounts has not REPLICA IDENTITY FULL, so its old rows do not come whole"
                                    + " | ALTER TABLE ONLY \"app\".\"accounts\" REPLICA IDENTITY FULL;");
            String plan = SetupSql.missing(checkup);
            assertThat(plan)
                    .startsWith(
                            "-- not done here: wal_level is replica, and following needs logical: set it and restart"
                                    + " the server: ALTER SYSTEM SET wal_level = 'logical';\n")
                    .contains("\nALTER TABLE ONLY \"app\".\"accounts\" REPLICA IDENTITY FULL;\n")
                    .doesNotContain("\nALTER SYSTEM");
            assertThatThrownBy(() -> shop.source().open())
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("- wal_level is replica, and following needs logical")
                    .hasMessageContaining("- no walsender is left")
                    .hasMessageContaining("- the table app.accounts has not REPLICA IDENTITY FULL");

            shop.execute(plan);
            for (Unfit unfit : checkup.unfit().subList(0, 3)) {
                shop.execute(String.valueOf(unfit.sql()));
            }
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .unfit())
                    .as("what a restart mends")
                    .hasSize(3);
            // The test's server has its settings on the command line, which go before those in the file.
            assertThat(server.rows(
                            "postgres",
                            "SELECT name, setting FROM pg_file_settings WHERE sourcefile LIKE '%auto.conf'"))
                    .contains(List.of("wal_level", "logical"), List.of("max_wal_senders", "10"));
            // A server that lets nobody follow lets SQL that looks for itself say so.
            shop.execute(SetupSql.guarded(Specs.usage(), Shop.PUBLICATION, PostgresServer.USER));
        }
    }

    @Test
    void aHostsOwnWayToSetTheLevelIsSaid() throws Exception {
        try (PostgresServer server = PostgresServer.start("wal_level=replica");
                Shop shop = new Shop(server)) {
            List<String> said = new ArrayList<>();
            for (String role : List.of("rds_superuser", "cloudsqlsuperuser", "azure_pg_admin")) {
                shop.execute("CREATE ROLE " + role);
                Unfit level = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                        .unfit()
                        .get(0);
                said.add(level.message());
                assertThat(level.sql()).isNull();
                shop.execute("DROP ROLE " + role);
            }
            String needs = "wal_level is replica, and following needs logical: ";
            assertThat(said)
                    .containsExactly(
                            needs + "set rds.logical_replication = 1 in the server's parameter group, and restart it",
                            needs + "set the flag cloudsql.logical_decoding = on, which restarts the server",
                            needs + "set it among the server's parameters, and restart it");
        }
    }

    @Test
    void whatMayHurtIsWarnedOf() throws Exception {
        List<String> settings = new ArrayList<>(List.of(
                "synchronous_standby_names=ANY 1 (\"Straum\", b)",
                "synchronous_commit=off",
                "max_slot_wal_keep_size=64MB",
                "wal_sender_timeout=0"));
        boolean idle = PostgresServer.shared().major() >= 18;
        if (idle) {
            settings.add("idle_replication_slot_timeout=1min");
        }
        try (PostgresServer server = PostgresServer.start(settings.toArray(String[]::new));
                Shop shop = new Shop(server)) {
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .warnings())
                    .extracting(Warning::message)
                    .hasSize(idle ? 4 : 3)
                    .anyMatch(message ->
                            message.startsWith("synchronous_standby_names is ANY 1 (\"Straum\", b), which takes"
                                    + " Straum, straum, in as a synchronous standby"))
                    .anyMatch(message -> message.startsWith("max_slot_wal_keep_size is 64MB, less than the "))
                    .anyMatch(message -> message.startsWith("wal_sender_timeout is 0, "))
                    .anyMatch(message -> !idle || message.startsWith("idle_replication_slot_timeout is 1min, "));
        }
    }

    @Test
    void aServersOwnDefaultsAreWarnedOfOnlyForTheWalTheyKeep() throws Exception {
        try (Shop shop = new Shop()) {
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .warnings())
                    .extracting(Warning::message)
                    .containsExactly(
                            "max_slot_wal_keep_size is not set, so the server keeps WAL for a slot without limit:"
                                    + " Straum lets go of it past --max-retained-wal");
        }
    }

    /** By a check and by a start alike, before anything is asked of a catalog or a slot is made. */
    private static void assertRefused(Shop shop, Dsn dsn, String why) {
        assertThatThrownBy(() -> Postgres.check(dsn, Specs.usage(), Shop.PUBLICATION))
                .isInstanceOfSatisfying(
                        SourceException.class, e -> assertThat(e.kind()).isEqualTo(SourceException.Kind.UNFIT))
                .hasMessage(why);
        assertThatThrownBy(() -> shop.source(dsn, Specs.usage()).open())
                .isInstanceOfSatisfying(
                        SourceException.class, e -> assertThat(e.kind()).isEqualTo(SourceException.Kind.UNFIT))
                .hasMessage(why);
        assertThat(shop.server.rows(
                        "postgres", "SELECT FROM pg_replication_slots WHERE database = '" + shop.database + "'"))
                .isEmpty();
    }

    private static Dsn dsn(Shop shop, int port) throws DsnException {
        return Dsn.read(
                "postgresql://" + PostgresServer.USER + ":" + PostgresServer.PASSWORD + "@127.0.0.1:" + port + "/"
                        + shop.database + "?sslmode=disable",
                Map.of());
    }

    @Test
    void aStandbyIsRefused() throws Exception {
        try (PostgresServer server = PostgresServer.embedded();
                Shop shop = new Shop(server)) {
            Path data = Path.of(server.value("postgres", "SHOW data_directory"));
            server.stop(PostgresServer.Stop.FAST);
            Files.createFile(data.resolve("standby.signal"));
            server.startAgain();

            assertRefused(
                    shop,
                    shop.dsn(),
                    "PostgreSQL at 127.0.0.1:" + server.port()
                            + " is a standby: give the host and port of its primary");
            server.promote();
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .unfit())
                    .isEmpty();
        }
    }

    /** P18. */
    @Test
    void p18APoolerIsRefused() throws Exception {
        try (Shop shop = new Shop();
                Relay pooler = Relay.changing(ConnectorIT::withAnotherPid, shop.server.port())) {
            assertRefused(
                    shop,
                    dsn(shop, pooler.port()),
                    "what answers at 127.0.0.1:" + pooler.port()
                            + " is a connection pooler, and following needs PostgreSQL itself: give its own host and"
                            + " port");
        }
    }

    @Test
    void aServerBefore14IsRefused() throws Exception {
        try (Shop shop = new Shop();
                Relay old = Relay.changing(ServerMistakesIT::as13, shop.server.port())) {
            String version = shop.server.value("postgres", "SHOW server_version");
            assertRefused(
                    shop,
                    dsn(shop, old.port()),
                    "PostgreSQL at 127.0.0.1:" + old.port() + " is version 13" + version.substring(2)
                            + ": Straum follows 14 and later");
        }
    }

    /** What a server says of its version: at the start of a session, and in an answer of the major and the whole. */
    private static byte[] as13(byte[] answer) {
        String said = new String(answer, StandardCharsets.ISO_8859_1)
                .replaceAll("(server_version\\x00)1[4-9]", "$113")
                .replaceAll("(\\x00\\x00\\x00\\x02)1[4-9](\\x00\\x00\\x00.)1[4-9]\\.", "$113$213.");
        return said.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** P23: with the star any walsender may be the standby that commits wait for. */
    @Test
    void p23AServerThatTakesAnyStandbyIsWarnedOf() throws Exception {
        try (PostgresServer server = PostgresServer.start("synchronous_standby_names=*", "synchronous_commit=off");
                Shop shop = new Shop(server)) {
            Checkup checkup = Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION);
            String warning = "synchronous_standby_names is *, which takes Straum, straum, in as a synchronous standby";
            assertThat(checkup.unfit()).isEmpty();
            assertThat(checkup.warnings())
                    .extracting(Warning::message)
                    .anyMatch(message -> message.startsWith(warning));
            assertThat(SetupSql.missing(checkup)).contains("-- warning: " + warning);

            shop.start(shop.source());
            Awaitility.await("what is warned of")
                    .until(() -> server.rows(
                                    "postgres",
                                    "SELECT sync_state FROM pg_stat_replication WHERE application_name = 'straum'")
                            .equals(List.of(List.of("sync"))));
        }
    }

    /** P20, and why the timeout is warned of: the server counts a temporary slot as idle while its session copies. */
    @Test
    void p20ALoadThatTakesLongerThanTheIdleTimeoutLosesItsSlotAndNamesTheSetting() throws Exception {
        assumeThat(PostgresServer.shared().major()).as("the setting").isGreaterThanOrEqualTo(18);
        try (PostgresServer server = PostgresServer.start("idle_replication_slot_timeout=1s");
                Shop shop = new Shop(server)) {
            for (boolean copying : new boolean[] {true, false}) {
                Postgres source = shop.source();
                source.open();
                if (!copying) {
                    source.load(0, rows -> {});
                    source.load(1, rows -> {});
                }
                String pid = server.value("postgres", "SELECT active_pid FROM pg_replication_slots");
                Awaitility.await()
                        .until(() -> !server.rows(
                                        "postgres",
                                        "SELECT FROM pg_replication_slots"
                                                + " WHERE inactive_since < now() - interval '1500 ms'")
                                .isEmpty());
                shop.execute("CHECKPOINT");
                Awaitility.await()
                        .until(() -> server.rows("postgres", "SELECT FROM pg_stat_activity WHERE pid = " + pid)
                                .isEmpty());

                assertThatThrownBy(() -> {
                            if (copying) {
                                source.load(0, rows -> {});
                            } else {
                                source.loaded();
                            }
                        })
                        .isInstanceOf(SourceException.class)
                        .hasMessageStartingWith(copying ? "loading app.accounts" : "ending the snapshot's transaction")
                        .hasMessageEndingWith("; if the server has given the slot up, it was told to by"
                                + " idle_replication_slot_timeout = 1s");
            }
        }
    }

    /** The last slot and the last walsender are those of the Straum that is asked about, or somebody else's. */
    @Test
    void theLastSlotIsLeftToWhoHasIt() throws Exception {
        try (PostgresServer server = PostgresServer.start("max_replication_slots=1");
                Shop shop = new Shop(server)) {
            Postgres source = shop.source();
            shop.start(source);
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .unfit())
                    .isEmpty();
            source.stop();
            shop.execute("SELECT pg_create_physical_replication_slot('another')");

            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .unfit())
                    .extracting(Unfit::sql)
                    .containsExactly("ALTER SYSTEM SET max_replication_slots = 10;");
            shop.execute("SELECT pg_drop_replication_slot('another')");
        }
    }

    /** Logical replication connects to a database, and the word replication in pg_hba.conf stands for the physical. */
    @Test
    void anOrdinaryEntryLetsStraumIn() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Shop shop = new Shop(server)) {
            letIn(
                    shop,
                    "host postgres all 127.0.0.1/32 scram-sha-256",
                    "host " + shop.database + " all 127.0.0.1/32 scram-sha-256");
            assertThat(Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION)
                            .unfit())
                    .isEmpty();
            shop.start(shop.source());

            letIn(
                    shop,
                    "host postgres all 127.0.0.1/32 scram-sha-256",
                    "host replication all 127.0.0.1/32 scram-sha-256");
            assertThatThrownBy(() -> Postgres.check(shop.dsn(), Specs.usage(), Shop.PUBLICATION))
                    .hasMessageContaining("no pg_hba.conf entry for host")
                    .hasMessageEndingWith(
                            "pg_hba.conf needs an entry for this database, role and address, an ordinary one:"
                                    + " its word replication is for physical replication alone");
            letInByPostgres(shop, "host all all 127.0.0.1/32 scram-sha-256");
        }
    }

    private static void letIn(Shop shop, String... lines) {
        write(shop, shop.database, lines);
    }

    private static void letInByPostgres(Shop shop, String... lines) {
        write(shop, "postgres", lines);
    }

    private static void write(Shop shop, String database, String... lines) {
        String file = shop.server.value("postgres", "SHOW hba_file");
        shop.server.execute(
                database,
                "COPY (SELECT unnest(ARRAY['" + String.join("', '", lines) + "'])) TO '" + file + "'",
                "SELECT pg_reload_conf()");
        Awaitility.await()
                .until(() -> shop.server
                        .value("postgres", "SELECT count(*) FROM pg_hba_file_rules")
                        .equals("" + lines.length));
    }
}
