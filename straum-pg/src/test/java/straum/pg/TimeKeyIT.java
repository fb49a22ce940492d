package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.ask.TimeKey;
import straum.domain.ask.UnanswerableException;
import straum.pg.testing.PostgresServer;

/** Time keys against the server's own date_trunc and date_bin. */
class TimeKeyIT {
    private static final long HOUR = 3600;

    /** 294276-12-31 23:00. */
    private static final long LAST_HOUR = 9_224_318_015_999L / HOUR * HOUR;

    /** Nothing that the years from 1800 to 2100 do is left out. */
    private static final long YEAR_1800 = -5_364_662_400L;

    private static final long YEAR_2100 = 4_102_444_800L;

    /** From here on what is known of Casablanca hangs on the version of the time zone database. */
    private static final long YEAR_2026 = 1_767_225_600L;

    private static Connection connection;
    private static String database;

    @BeforeAll
    static void connect() throws SQLException {
        PostgresServer server = PostgresServer.shared();
        database = server.newDatabase();
        connection = server.connect(database);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TimeZone = 'UTC'");
            // Times far off are added up from days, for seconds would go through a double.
            statement.execute("""
                    CREATE FUNCTION at(s bigint) RETURNS timestamptz LANGUAGE sql AS
                    $$ SELECT timestamptz 'epoch' + make_interval(days => (s / 86400)::int, secs => s % 86400) $$;
                    CREATE FUNCTION trunc(unit text, s bigint, zone text) RETURNS numeric LANGUAGE plpgsql AS $$
                    BEGIN RETURN extract(epoch FROM date_trunc(unit, at(s), zone));
                    EXCEPTION WHEN datetime_field_overflow THEN RETURN NULL; END $$;
                    CREATE FUNCTION trunc_wall(unit text, s bigint) RETURNS numeric LANGUAGE plpgsql AS $$
                    BEGIN RETURN extract(epoch FROM date_trunc(unit, at(s) AT TIME ZONE 'UTC'));
                    EXCEPTION WHEN datetime_field_overflow THEN RETURN NULL; END $$;
                    CREATE FUNCTION bin(width bigint, s bigint, origin bigint) RETURNS numeric LANGUAGE plpgsql AS $$
                    BEGIN RETURN extract(epoch FROM date_bin(make_interval(secs => width), at(s), at(origin)));
                    EXCEPTION WHEN datetime_field_overflow THEN RETURN NULL; END $$
                    """);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        PostgresServer.shared().dropDatabase(database);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Europe/Prague",
                "Europe/Dublin",
                "Europe/Moscow",
                "America/New_York",
                "Asia/Amman",
                "Australia/Lord_Howe",
                "America/St_Johns",
                "America/Havana",
                "America/Juneau",
                "America/Sao_Paulo",
                "Africa/Casablanca",
                "Africa/Monrovia",
                "Asia/Kathmandu",
                "Asia/Manila",
                "Antarctica/Troll",
                "Pacific/Apia",
                "Pacific/Kiritimati",
            })
    void datesAreTruncatedInAZoneAsTheServerTruncatesThem(String zone) throws SQLException {
        List<Long> seconds = instants(ZoneId.of(zone));
        seconds.removeIf(second -> zone.equals("Africa/Casablanca") && second >= YEAR_2026);
        for (TimeKey.Unit unit : TimeKey.Unit.values()) {
            TimeKey key = new TimeKey.Trunc(unit, ZoneId.of(zone));
            assertSame(key, seconds, "SELECT s, trunc('" + unit.name() + "', s, '" + zone + "') FROM");
        }
    }

    @Test
    void timesWithoutAZoneAreTruncatedAsTheServerTruncatesThem() throws SQLException {
        for (TimeKey.Unit unit : TimeKey.Unit.values()) {
            TimeKey key = new TimeKey.Trunc(unit, ZoneOffset.UTC);
            assertSame(key, instants(ZoneOffset.UTC), "SELECT s, trunc_wall('" + unit.name() + "', s) FROM");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3600, 7200, 86_400, 604_800, 31 * 86_400})
    void timesAreBinnedAsTheServerBinsThem(long width) throws SQLException {
        for (long origin : new long[] {0, HOUR, -5 * HOUR, 1_000_000 * HOUR, -10_000 * HOUR}) {
            List<Long> seconds = instants(ZoneOffset.UTC);
            seconds.removeIf(second -> second > Long.MAX_VALUE / 1_000_000 - Math.abs(origin));
            assertSame(new TimeKey.Bin(width, origin), seconds, "SELECT s, bin(" + width + ", s, " + origin + ") FROM");
        }
    }

    /** The ends of time, hours of all years, and those about each change of the zone's offset. */
    private static List<Long> instants(ZoneId zone) {
        List<Long> seconds = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            seconds.add(TimeKey.FIRST_SECOND + i * HOUR);
            seconds.add(TimeKey.FIRST_SECOND + i * 11 * 86_400);
            seconds.add(LAST_HOUR - i * HOUR);
        }
        Random random = new Random(zone.hashCode());
        for (int i = 0; i < 1000; i++) {
            long span = LAST_HOUR - TimeKey.FIRST_SECOND;
            seconds.add(TimeKey.FIRST_SECOND + Math.floorMod(random.nextLong(), span / HOUR) * HOUR);
            seconds.add(YEAR_1800 + random.nextInt((int) ((YEAR_2100 - YEAR_1800) / HOUR)) * HOUR);
        }
        ZoneOffsetTransition change = zone.getRules().nextTransition(Instant.ofEpochSecond(YEAR_1800));
        while (change != null && change.toEpochSecond() < YEAR_2100) {
            long hour = Math.floorDiv(change.toEpochSecond(), HOUR) * HOUR;
            for (int i = -26; i <= 26; i += i > -4 && i < 4 ? 1 : 2) {
                seconds.add(hour + i * HOUR);
            }
            change = zone.getRules().nextTransition(change.getInstant());
        }
        return seconds;
    }

    private static void assertSame(TimeKey key, List<Long> seconds, String query) throws SQLException {
        List<String> differing = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query + " unnest(?) AS s")) {
            statement.setArray(1, connection.createArrayOf("int8", seconds.toArray()));
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    long second = result.getLong(1);
                    @Nullable BigDecimal expected = result.getBigDecimal(2);
                    String actual = of(key, second);
                    if (!actual.equals(expected == null ? "none" : expected.toBigIntegerExact() + "")) {
                        differing.add(key + " of " + second + " is " + actual + ", not " + expected);
                    }
                }
            }
        }
        assertThat(differing).isEmpty();
    }

    private static String of(TimeKey key, long second) {
        try {
            return Long.toString(key.of(second));
        } catch (UnanswerableException beyond) {
            return "none";
        }
    }
}
