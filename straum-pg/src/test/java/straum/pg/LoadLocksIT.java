package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import straum.domain.testing.Beside;

/** What a load keeps from others, and what it does not: as the guide says it. */
class LoadLocksIT {
    private static final String IMPATIENT = "SET lock_timeout = '200ms'";

    private final Shop shop = new Shop();
    private final Postgres source = shop.source();

    @BeforeEach
    void open() throws Exception {
        shop.insertEvents(10);
        source.open();
    }

    @AfterEach
    void closeTheShop() {
        shop.close();
    }

    private void assertRuns(String statement) {
        shop.execute(IMPATIENT, statement);
    }

    private void assertWaits(String statement) {
        assertThatThrownBy(() -> shop.execute(IMPATIENT, statement))
                .as(statement)
                .hasMessageContaining("canceling statement due to lock timeout");
    }

    @Test
    void readsWritesAndWhatTakesNoExclusiveLockGoOn() {
        assertRuns("SELECT count(*) FROM app.events");
        assertRuns("UPDATE app.events SET kind = 'x'");
        assertRuns("DELETE FROM app.events WHERE kind = 'y'");
        assertRuns("VACUUM app.events");
        assertRuns("ANALYZE app.events");
        assertRuns("CREATE INDEX ON app.events (at)");
        assertRuns("ALTER TABLE app.events SET (fillfactor = 90)");
        assertRuns("GRANT SELECT ON app.events TO PUBLIC");
    }

    @Test
    void whatTakesTheTableForItselfWaits() {
        assertWaits("TRUNCATE app.events");
        assertWaits("ALTER TABLE app.events ADD x int");
        assertWaits("ALTER TABLE app.events ALTER amount TYPE numeric(20,2)");
        assertWaits("ALTER TABLE app.events ADD CHECK (kind <> 'z') NOT VALID");
        assertWaits("VACUUM FULL app.events");
        assertWaits("DROP TABLE app.events");
        assertWaits("ALTER TABLE app.events REPLICA IDENTITY DEFAULT");
    }

    /** Which is what makes an unlucky ALTER during a load an outage, unless it has a lock_timeout. */
    @Test
    void whoeverComesAfterOneThatWaitsWaitsToo() throws Exception {
        CompletableFuture<Void> alter = Beside.run(() -> shop.execute("ALTER TABLE app.events ADD x int"));
        Awaitility.await()
                .until(() -> !shop.server
                        .rows("postgres", "SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'")
                        .isEmpty());

        assertWaits("SELECT count(*) FROM app.events");
        assertWaits("INSERT INTO app.events VALUES (now())");

        assertThat(alter).isNotDone();
        source.load(0, rows -> {});
        source.load(1, rows -> {});
        source.loaded();
        alter.get(30, TimeUnit.SECONDS);
        assertRuns("INSERT INTO app.events VALUES (now())");
        assertThat(shop.follow(source)).hasSize(1);
    }
}
