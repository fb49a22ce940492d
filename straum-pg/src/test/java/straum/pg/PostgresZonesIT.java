package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.SourceException;
import straum.app.Zones;
import straum.domain.ask.TimeKey;
import straum.pg.testing.PostgresServer;

class PostgresZonesIT {
    private static final PostgresServer SERVER = PostgresServer.shared();

    private static PostgresZones zones(String dsn) throws DsnException {
        return new PostgresZones(Dsn.read(dsn, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Prague", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "Etc/GMT+3"})
    void aZoneIsToldAtEachInstantAsTheServerHasIt(String zone) throws Exception {
        Random random = new Random(7);
        List<Long> instants = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            instants.add(-2_000_000_000L + random.nextInt(Integer.MAX_VALUE) + random.nextInt(1_600_000_000));
        }
        long[] seconds = instants.stream().mapToLong(second -> second).sorted().toArray();

        Zones.Told told = Objects.requireNonNull(zones(SERVER.dsn("postgres")).at(zone, seconds));

        TimeKey day = new TimeKey.Trunc(TimeKey.Unit.DAY, ZoneId.of(zone));
        for (int i = 0; i < seconds.length; i++) {
            ZoneOffset offset = ZoneId.of(zone).getRules().getOffset(Instant.ofEpochSecond(seconds[i]));
            assertThat(told.offsets()[i]).as("at %d", seconds[i]).isEqualTo(offset.getTotalSeconds());
            assertThat(told.days()[i]).as("at %d", seconds[i]).isEqualTo(day.of(seconds[i]));
        }
    }

    @Test
    void aZoneTheServerDoesNotKnowIsNone() throws Exception {
        assertThat(zones(SERVER.dsn("postgres")).at("Europe/Atlantis", new long[] {0}))
                .isNull();
    }

    @Test
    void aServerThatIsNotThereIsSaid() throws Exception {
        PostgresZones nowhere = zones("postgresql://straum@127.0.0.1:1/app");

        assertThatThrownBy(() -> nowhere.at("Europe/Prague", new long[] {0}))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void noConnectionIsLeftBehind() throws Exception {
        String database = SERVER.newDatabase();

        zones(SERVER.dsn(database)).at("Europe/Prague", new long[] {0});
        zones(SERVER.dsn(database)).at("Europe/Atlantis", new long[] {0});

        await().until(() -> SERVER.value(
                        "postgres",
                        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'straum' AND datname = '"
                                + database + "'")
                .equals("0"));
    }
}
