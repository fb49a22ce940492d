package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.Reading;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.testing.Specs;
import straum.domain.value.ColumnType;
import straum.pg.testing.PostgresServer;

/** What a reading says of a catalog that changed while the stream was followed. */
class CatalogChangesIT {
    private Shop shop;
    private Postgres source;
    private final Spec spec = Specs.of(
            Specs.fact("usage", "app.events", "at")
                    .key("kind")
                    .leftJoin("a", "app.accounts", "id", "account_id")
                    .key("region", "a.region")
                    .count("events")
                    .sum("amount", "amount")
                    .build(),
            Specs.fact("moods", "app.parts", "at").key("mood").count("rows").build());

    @BeforeEach
    void follow() throws Exception {
        shop = new Shop();
        shop.execute(
                "CREATE TYPE app.mood AS ENUM ('sad', 'ok')",
                "CREATE TABLE app.parts (at timestamptz, mood app.mood) PARTITION BY RANGE (at)",
                "CREATE TABLE app.old PARTITION OF app.parts FOR VALUES FROM (MINVALUE) TO ('2026-01-01Z')",
                "CREATE TABLE app.young PARTITION OF app.parts FOR VALUES FROM ('2026-01-01Z') TO ('2027-01-01Z')",
                "ALTER TABLE app.parts REPLICA IDENTITY FULL",
                "ALTER TABLE app.old REPLICA IDENTITY FULL",
                "ALTER TABLE app.young REPLICA IDENTITY FULL",
                "ALTER PUBLICATION straum ADD TABLE app.parts",
                "CREATE TABLE app.other (id int)",
                "INSERT INTO app.accounts VALUES (1, 'eu')",
                "INSERT INTO app.parts VALUES ('2026-11-13Z', 'ok')");
        shop.insertEvents(100);
        source = started();
    }

    private Postgres started() throws Exception {
        Postgres made = shop.source(spec);
        shop.start(made);
        shop.follow(made);
        return made;
    }

    @AfterEach
    void closeTheShop() {
        shop.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ALTER TABLE app.events ALTER amount TYPE numeric(12,2) USING amount * 100 | the column app.events.amount",
                "ALTER TABLE app.events DROP kind, ADD kind text | the column app.events.kind",
                "ALTER TABLE app.events RENAME kind TO sort | the column app.events.kind is gone",
                "ALTER TABLE app.events RENAME TO happenings | the table app.events",
                "DROP TABLE app.events; CREATE TABLE app.events (at timestamptz, kind text, account_id int, amount numeric)"
                        + " | the table app.events",
                "ALTER TABLE app.events ALTER kind TYPE varchar | since the load, the column app.events.kind changed: it has",
                "ALTER TABLE app.events ALTER kind SET DEFAULT 'x' | the column app.events.kind",
                "ALTER TABLE app.events ALTER amount SET NOT NULL | the column app.events.amount",
                "ALTER TABLE app.accounts ALTER region SET STATISTICS 10 | the column app.accounts.region",
                "GRANT SELECT (kind) ON app.events TO PUBLIC | the column app.events.kind",
                "ALTER TABLE app.events REPLICA IDENTITY DEFAULT | the table app.events",
                "ALTER TABLE app.accounts REPLICA IDENTITY USING INDEX accounts_pkey | the table app.accounts",
                "ALTER TABLE app.young REPLICA IDENTITY DEFAULT | the table app.young",
                "ALTER TABLE app.parts DETACH PARTITION app.old CONCURRENTLY | the load, the place of app.old under app.parts"
                        + " is gone: it",
                "CREATE TABLE app.rest PARTITION OF app.parts DEFAULT | since the load, the place of app.rest"
                        + " under app.parts has come: it",
                "ALTER PUBLICATION straum SET (publish_via_partition_root = false) | the publication straum",
                "ALTER PUBLICATION straum DROP TABLE app.events; ALTER PUBLICATION straum ADD TABLE app.events WHERE"
                        + " (kind = 'x') | the publication of app.events",
                "CREATE TABLE app.child () INHERITS (app.events) | the place of app.child under app.events",
                "ALTER PUBLICATION straum DROP TABLE app.events; ALTER PUBLICATION straum ADD TABLE app.events"
                        + " | the publication of app.events",
                "ALTER PUBLICATION straum SET (publish = 'insert') | the publication straum",
                "DROP PUBLICATION straum; CREATE PUBLICATION straum FOR ALL TABLES | the publication straum",
                "DROP PUBLICATION straum | since the load, the publication straum is gone: it",
                "ALTER TYPE app.mood ADD VALUE 'great' BEFORE 'ok'; ALTER TYPE app.mood RENAME VALUE 'ok' TO 'fine'"
                        + " | the enum of app.parts.mood",
                "DROP TABLE app.parts; DROP TYPE app.mood; CREATE TYPE app.mood AS ENUM ('ok', 'sad');"
                        + " CREATE TABLE app.parts (at timestamptz, mood app.mood) | the enum of app.parts.mood",
                "ALTER TYPE app.mood RENAME VALUE 'ok' TO 'fine' | the enum of app.parts.mood",
                "ALTER TYPE app.mood RENAME VALUE 'ok' TO 'x'; ALTER TYPE app.mood RENAME VALUE 'sad' TO 'ok';"
                        + " ALTER TYPE app.mood RENAME VALUE 'x' TO 'sad' | the enum of app.parts.mood",
                "ALTER TABLE app.parts DETACH PARTITION app.old | the place of app.old under app.parts",
                "DROP TABLE app.old | the place of app.old under app.parts",
                "CREATE TABLE app.new PARTITION OF app.parts FOR VALUES FROM ('2027-01-01Z') TO ('2028-01-01Z')"
                        + " | the place of app.new under app.parts",
                "TRUNCATE app.young | the file of app.young",
                "VACUUM FULL app.accounts | the file of app.accounts",
                "CREATE TABLE app.top (LIKE app.events) PARTITION BY RANGE (at); ALTER TABLE app.top ATTACH PARTITION"
                        + " app.events DEFAULT | the place of app.events under app.top",
            })
    void whatTheStreamDoesNotSayIsNoticedAtTheNextReading(String change, String named) throws Exception {
        assumeThat(shop.server.major() >= 15 || !change.contains(" WHERE ("))
                .as("row filters")
                .isTrue();
        source.wal();

        shop.execute(change.split("; "));

        assertThatThrownBy(() -> {
                    // A new file alone may be a truncate's: it counts once the stream has got as far.
                    source.wal();
                    shop.read(source);
                })
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(named)
                .extracting(e -> ((SourceException) e).kind())
                .isEqualTo(Kind.LOST);
    }

    /** Each is one transaction, after which the catalog says what it said before. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "ALTER TABLE app.parts DETACH PARTITION app.young; INSERT INTO app.young VALUES ('2026-11-14Z', 'sad');"
                        + " ALTER TABLE app.parts ATTACH PARTITION app.young FOR VALUES FROM ('2026-01-01Z')"
                        + " TO ('2027-01-01Z') | the place of app.young under app.parts",
                "CREATE TABLE app.new PARTITION OF app.parts FOR VALUES FROM ('2027-01-01Z') TO ('2028-01-01Z');"
                        + " ALTER TABLE app.new REPLICA IDENTITY FULL;"
                        + " INSERT INTO app.parts VALUES ('2027-01-02Z', 'ok'); DROP TABLE app.new"
                        + " | app.new is a partition of app.parts that was not there when it was loaded",
                "CREATE TABLE app.new PARTITION OF app.parts FOR VALUES FROM ('2027-01-01Z') TO ('2028-01-01Z');"
                        + " ALTER TABLE app.new REPLICA IDENTITY FULL;"
                        + " INSERT INTO app.parts VALUES ('2027-01-02Z', 'ok');"
                        + " ALTER TABLE app.parts DETACH PARTITION app.new"
                        + " | app.new is a partition of app.parts that was not there when it was loaded",
                "ALTER TABLE app.young RENAME TO kept;"
                        + " CREATE TABLE app.young PARTITION OF app.parts FOR VALUES FROM ('2027-01-01Z') TO ('2028-01-01Z');"
                        + " ALTER TABLE app.young REPLICA IDENTITY FULL;"
                        + " INSERT INTO app.parts VALUES ('2027-01-02Z', 'ok'); DROP TABLE app.young;"
                        + " ALTER TABLE app.kept RENAME TO young"
                        + " | app.young is a partition of app.parts that was not there when it was loaded",
                "ALTER TABLE app.accounts RENAME region TO other; INSERT INTO app.accounts VALUES (3, 'eu'); ALTER TABLE"
                        + " app.accounts RENAME other TO region | its column region is gone or renamed",
                "ALTER TABLE app.accounts RENAME region TO other; ALTER TABLE app.accounts RENAME other TO region"
                        + " | the column app.accounts.region",
                "ALTER TABLE app.events ADD b text; ALTER TABLE app.events RENAME kind TO c; ALTER TABLE app.events RENAME b"
                        + " TO kind; INSERT INTO app.events (at, kind) VALUES (now(), 'b'); ALTER TABLE app.events RENAME"
                        + " kind TO b; ALTER TABLE app.events RENAME c TO kind | the column app.events.kind",
                "ALTER TABLE app.accounts RENAME TO gone; INSERT INTO app.gone VALUES (2, 'us');"
                        + " ALTER TABLE app.gone RENAME TO accounts | app.accounts has been renamed to app.gone",
                "ALTER TABLE app.accounts SET SCHEMA public; INSERT INTO public.accounts VALUES (2, 'us');"
                        + " ALTER TABLE public.accounts SET SCHEMA app | app.accounts has been renamed to public.accounts",
                "ALTER TYPE app.mood RENAME VALUE 'ok' TO 'x'; ALTER TYPE app.mood RENAME VALUE 'sad' TO 'ok';"
                        + " ALTER TYPE app.mood RENAME VALUE 'x' TO 'sad'; INSERT INTO app.parts VALUES (now(), 'ok');"
                        + " ALTER TYPE app.mood RENAME VALUE 'ok' TO 'x'; ALTER TYPE app.mood RENAME VALUE 'sad' TO 'ok';"
                        + " ALTER TYPE app.mood RENAME VALUE 'x' TO 'sad' | the enum of app.parts.mood",
            })
    void whatIsUndoneBeforeTheNextReadingIsNoticedAllTheSame(String change, String said) throws Exception {
        source.wal();

        shop.execute("BEGIN; " + change + "; COMMIT");

        assertThatThrownBy(() -> shop.read(source))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(said)
                .extracting(e -> ((SourceException) e).kind())
                .isEqualTo(Kind.LOST);
    }

    /** What is written while the table is in the other schema is not published. */
    @Test
    void aTableMovedOutOfAPublishedSchemaAndBackIsNoticed() throws Exception {
        assumeThat(shop.server.major()).isGreaterThanOrEqualTo(15);
        Postgres schemas = following("CREATE PUBLICATION straum FOR TABLES IN SCHEMA app");

        shop.execute(
                "ALTER TABLE app.accounts SET SCHEMA public",
                "INSERT INTO public.accounts VALUES (2, 'us')",
                "ALTER TABLE public.accounts SET SCHEMA app");

        assertThatThrownBy(() -> shop.read(schemas))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the schema of app.accounts");
    }

    /** PostgreSQL lets a table be unlogged only where no publication names it. */
    @Test
    void aTruncateDoesNotExcuseWhatWasWrittenWhileTheTableWasUnlogged() throws Exception {
        Postgres all = following("CREATE PUBLICATION straum FOR ALL TABLES WITH (publish_via_partition_root = true)");

        shop.execute(
                "TRUNCATE app.events",
                "ALTER TABLE app.events SET UNLOGGED",
                "INSERT INTO app.events VALUES ('2026-11-14Z', 'unlogged', 1, 1)",
                "ALTER TABLE app.events SET LOGGED");

        assertThatThrownBy(() -> shop.read(all))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the file of app.events");
    }

    /** A source of the shop's own view that follows by another publication. */
    private Postgres following(String publication) throws Exception {
        source.stop();
        shop.execute("DROP PUBLICATION straum", publication);
        Postgres following = shop.source();
        shop.start(following);
        shop.read(following);
        return following;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ANALYZE app.events",
                "VACUUM (FREEZE) app.events",
                "CREATE INDEX ON app.events (kind)",
                "GRANT SELECT ON app.events TO PUBLIC",
                "ALTER TABLE app.events ADD note text DEFAULT 'none'",
                "ALTER TABLE app.events SET (fillfactor = 70)",
                "ALTER PUBLICATION straum ADD TABLE app.other",
                "ALTER TABLE app.other ADD note text",
                "ANALYZE pg_attribute",
            })
    void whatChangesNothingOfOursIsNotNoticed(String change) throws Exception {
        Reading before = source.wal();

        shop.execute(change);
        Reading after = shop.read(source);

        assertThat(after.clock()).isAfter(before.clock());
        assertThat(after.insert().reaches(before.insert())).isTrue();
    }

    /** A label is told before the reading that saw it, and before the first commit that has it. */
    @Test
    void aLabelAddedIsToldInItsPlaceBeforeAReadingGoesOn() throws Exception {
        source.wal();
        shop.execute("ALTER TYPE app.mood ADD VALUE 'great' BEFORE 'ok'");

        assertThat(source.wal().seen()).isNull();
        assertThat(source.wal().seen()).isNull();
        assertThat(labels(nextEvent())).containsExactly("sad", "great", "ok");
        assertThat(source.wal().seen()).isNotNull();

        shop.execute(
                "ALTER TYPE app.mood ADD VALUE 'so so' AFTER 'sad'",
                "INSERT INTO app.parts VALUES ('2026-11-14Z', 'so so')");
        assertThat(labels(nextEvent())).containsExactly("sad", "so so", "great", "ok");
        assertThat(nextEvent()).isInstanceOf(Event.Commit.class);
        assertThat(source.wal().seen()).isNotNull();

        // Known by now, and met for the first time.
        shop.execute("INSERT INTO app.parts VALUES ('2026-11-14Z', 'great')");
        assertThat(nextEvent()).isInstanceOf(Event.Commit.class);
    }

    @Test
    void aLabelAddedBesideATruncateIsToldWhileTheTruncateIsAwaited() throws Exception {
        source.wal();
        shop.execute("TRUNCATE app.events", "ALTER TYPE app.mood ADD VALUE 'great'");

        assertThat(source.wal().seen()).isNull();
        assertThat(labels(nextEvent())).containsExactly("sad", "ok", "great");
        assertThat(shop.read(source).seen()).isNotNull();
    }

    /** The row was of the first of the two; by the reading its name is the second one's. */
    @Test
    void newLabelsThatPassTheirNamesOnBeforeAReadingAreNotTrusted() throws Exception {
        source.wal();
        shop.execute(
                "ALTER TYPE app.mood ADD VALUE 'x'",
                "ALTER TYPE app.mood ADD VALUE 'y'",
                "INSERT INTO app.parts VALUES ('2026-11-14Z', 'x')",
                "ALTER TYPE app.mood RENAME VALUE 'x' TO 'tmp'",
                "ALTER TYPE app.mood RENAME VALUE 'y' TO 'x'",
                "ALTER TYPE app.mood RENAME VALUE 'tmp' TO 'y'");

        assertThatThrownBy(() -> shop.read(source))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("app.parts.mood has the label 'x'");
    }

    private Event nextEvent() throws Exception {
        Event event;
        do {
            event = source.next(20_000);
        } while (event instanceof Event.Nothing);
        return Objects.requireNonNull(event, "no event in time");
    }

    private static List<String> labels(Event event) {
        assertThat(event).isInstanceOf(Event.Types.class);
        return ((Event.Types) event)
                .types().stream()
                        .flatMap(Arrays::stream)
                        .filter(type -> type.kind() == ColumnType.Kind.ENUM)
                        .findFirst()
                        .orElseThrow()
                        .labels();
    }

    @Test
    void aTruncateIsExcusedOnceTheStreamHasToldIt() throws Exception {
        Reading before = source.wal();
        shop.execute("TRUNCATE app.events");

        Reading early = source.wal();
        Reading after = shop.read(source);
        Reading later = shop.read(source);

        assertThat(early.seen()).as("it vouches for nothing").isNull();
        assertThat(early.clock()).as("the server goes on").isAfter(before.clock());
        assertThat(after.seen()).isNotNull();
        assertThat(after.clock()).isAfter(early.clock());
        assertThat(later.clock()).isAfter(after.clock());
    }

    /** It is named right after the partitioned one, as a partition would be. */
    @Test
    void aTableTruncatedTogetherWithAPartitionedOneIsNotTakenForAPartition() throws Exception {
        shop.execute(
                "CREATE TABLE app.outside (id int)",
                "ALTER PUBLICATION straum ADD TABLE app.outside",
                "INSERT INTO app.parts VALUES ('2026-11-14Z', 'sad')");
        Postgres following = started();
        shop.execute("TRUNCATE app.parts, app.outside");

        List<Event.Commit> told = shop.follow(following);

        assertThat(told).hasSize(1);
        int parts = spec.tables().stream().map(Table::name).toList().indexOf(Specs.table("app.parts"));
        assertThat(told.get(0).changes().truncates(parts)).isTrue();
    }

    /** As for a moment at every commit, and under synchronous replication for as long as the standby takes. */
    @Test
    void aTruncateThatIsToldBeforeAnybodySeesItIsExcusedAllTheSame() throws Exception {
        try (Waiting waiting = new Waiting()) {
            Reading before = waiting.shop.read(waiting.source);
            waiting.begin("TRUNCATE app.events");

            List<Event.Commit> told = waiting.shop.follow(waiting.source);
            Reading unseen = waiting.source.wal();
            waiting.end();
            Reading seen = waiting.shop.read(waiting.source);

            assertThat(told).hasSize(1);
            assertThat(unseen.seen()).isNotNull();
            assertThat(unseen.clock()).isAfter(before.clock());
            assertThat(seen.seen()).isNotNull();
            assertThat(seen.clock()).isAfter(unseen.clock());
        }
    }

    /** Who asked from there on before it could be seen would be answered without it. */
    @Test
    void readingsDoNotVouchForWhatIsCommittedAndNobodySees() throws Exception {
        try (Waiting waiting = new Waiting()) {
            Lsn before = waiting.position();
            waiting.source.wal();
            assertThat(waiting.source.wal().seen())
                    .satisfies(seen -> assertThat(seen.reaches(before)).isTrue());
            waiting.begin("ALTER TABLE app.events ALTER kind TYPE varchar");
            Lsn committed = waiting.position();

            for (int reading = 0; reading < 3; reading++) {
                assertThat(waiting.source.wal().seen())
                        .satisfies(seen -> assertThat(seen.reaches(committed)).isFalse());
            }
            waiting.end();

            assertThatThrownBy(() -> waiting.source.wal()).hasMessageContaining("the column app.events.kind changed");
        }
    }

    /** A server where one commit at a time waits for a standby that is not there. */
    private static final class Waiting implements AutoCloseable {
        private static final String WAITS = " FROM pg_stat_activity WHERE wait_event = 'SyncRep'";

        private final PostgresServer server =
                PostgresServer.start("synchronous_standby_names=nobody", "synchronous_commit=local");
        private final Shop shop = new Shop(server);
        private final Postgres source = shop.source();
        private @Nullable Thread committing;

        Waiting() throws Exception {
            shop.start(source);
            shop.follow(source);
        }

        void begin(String sql) {
            Thread thread = new Thread(() -> {
                try (Connection session = server.connect(shop.database);
                        Statement statement = session.createStatement()) {
                    statement.execute("SET synchronous_commit = on");
                    statement.execute(sql);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            committing = thread;
            await().until(() -> !server.rows("postgres", "SELECT 1" + WAITS).isEmpty());
        }

        void end() throws InterruptedException {
            server.execute("postgres", "SELECT pg_cancel_backend(pid)" + WAITS);
            if (committing != null) {
                committing.join();
            }
        }

        Lsn position() {
            return Lsn.parse(server.value("postgres", "SELECT pg_current_wal_insert_lsn()"));
        }

        @Override
        public void close() {
            server.execute("postgres", "SELECT pg_cancel_backend(pid)" + WAITS);
            shop.close();
            server.close();
        }
    }

    @Test
    void aTruncateDoesNotExcuseAnotherChange() throws Exception {
        source.wal();
        shop.execute(
                "TRUNCATE app.events", "ALTER TABLE app.events ALTER amount TYPE numeric(12,2) USING amount * 100");

        assertThatThrownBy(() -> shop.read(source))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the column app.events.amount");
    }

    @Test
    void aTruncateExcusesNoNewFileThatComesAfterIt() throws Exception {
        source.wal();
        shop.execute("TRUNCATE app.events");
        shop.read(source);
        shop.execute("VACUUM FULL app.events");

        assertThatThrownBy(() -> {
                    source.wal();
                    shop.read(source);
                })
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the file of app.events");
    }

    /** What is written to it from then on is not streamed; it may be done to tables that a publication does not name. */
    @Test
    void aTruncateDoesNotExcuseThatATableIsNoLongerLogged() throws Exception {
        shop.execute(
                "DROP PUBLICATION straum",
                "CREATE PUBLICATION straum FOR ALL TABLES WITH (publish_via_partition_root = true)");
        Postgres ofAll = started();
        ofAll.wal();
        shop.execute("TRUNCATE app.events", "ALTER TABLE app.events SET UNLOGGED");

        assertThatThrownBy(() -> shop.read(ofAll))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the table app.events");
    }

    @Test
    void aSchemaThatLeavesThePublicationForAWhileIsNoticed() throws Exception {
        assumeThat(shop.server.major()).as("publications of schemas").isGreaterThanOrEqualTo(15);
        shop.execute("ALTER PUBLICATION straum ADD TABLES IN SCHEMA app");
        Postgres ofSchema = started();
        ofSchema.wal();
        shop.execute(
                "ALTER PUBLICATION straum DROP TABLES IN SCHEMA app",
                "ALTER PUBLICATION straum ADD TABLES IN SCHEMA app");

        assertThatThrownBy(() -> shop.read(ofSchema))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("the publication of the schema app");
    }

    @Test
    void truncatesInARowDoNotHoldTheReadingsUp() throws Exception {
        Reading before = source.wal();

        for (int i = 0; i < 5; i++) {
            shop.execute("TRUNCATE app.events, app.accounts");
            assertThat(source.wal().seen()).as("before it is told").isNull();
            Reading after = shop.read(source);
            assertThat(after.clock()).isAfter(before.clock());
            before = after;
        }
    }

    @Test
    void aSlotThatIsGoneIsNoticed() throws Exception {
        source.wal();
        shop.execute(
                "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE database = current_database()");

        assertThatThrownBy(() -> {
                    while (true) {
                        source.wal();
                    }
                })
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("is gone");
    }
}
