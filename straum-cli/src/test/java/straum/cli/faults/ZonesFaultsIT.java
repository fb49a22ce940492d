package straum.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import straum.cli.testing.AskClient;

/** A5: local days about the changes of clocks. */
@Execution(ExecutionMode.CONCURRENT)
class ZonesFaultsIT {
    private static final String TABLE = "CREATE TABLE t (id int PRIMARY KEY, at timestamptz, x int)";

    private static View hours() {
        return View.of("t").measures("count(*) AS n", "sum(x) AS s", "count(DISTINCT x) AS different");
    }

    private static String ask(String unit, String zone) {
        return "SELECT date_trunc('" + unit + "', bucket, '" + zone + "') AS day, n, s, different FROM v"
                + " WHERE bucket IS NOT NULL GROUP BY day";
    }

    private static String right(String unit, String zone) {
        return "SELECT date_trunc('" + unit + "', at, '" + zone + "'), count(*), sum(x), count(DISTINCT x) FROM t"
                + " WHERE isfinite(at) GROUP BY 1 ORDER BY 1";
    }

    /** Half-hourly rows from two days before a day to two days after it. */
    private static String rows(int first, String day) {
        return "INSERT INTO t SELECT " + first + " + n, timestamptz '" + day
                + "Z' + (n - 96) * interval '30 minutes', n % 7" + " FROM generate_series(0, 192) n";
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                Arguments.of("Europe/Prague", "2026-03-29", "2026-10-25"),
                Arguments.of("America/New_York", "2026-03-08", "2026-11-01"),
                // At midnight, forth and back, and the last of them for good.
                Arguments.of("Asia/Amman", "2022-02-25", "2021-10-29"),
                Arguments.of("America/Havana", "2025-03-09", "2025-11-02"),
                Arguments.of("America/Sao_Paulo", "2018-11-04", "2018-02-18"),
                // A day that never was.
                Arguments.of("Pacific/Apia", "2011-12-30", "2011-09-24"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a5LocalDaysBeginWherePostgresqlBeginsThem(String zone, String forth, String back) {
        try (FaultCase of = FaultCase.of(List.of(TABLE), hours())) {
            for (String unit : List.of("hour", "day", "week", "month")) {
                of.ask(ask(unit, zone), right(unit, zone));
            }
            of.rows(rows(0, forth), rows(1000, back))
                    .change(
                            "DELETE FROM t WHERE id % 3 = 0",
                            "UPDATE t SET at = at + interval '1 hour' WHERE id % 5 = 0")
                    .change("UPDATE t SET at = 'infinity' WHERE id % 7 = 0", "DELETE FROM t WHERE id % 2 = 0")
                    .end();
        }
    }

    /** Lord Howe's clock goes by half an hour, and so do its days, by hours of UTC, half of the year. */
    @Test
    void a5AnHourThatLiesInTwoLocalDaysIsRefusedAndOtherDaysAreAnswered() {
        String zone = "Australia/Lord_Howe";
        String summer = "SELECT date_trunc('day', bucket, '" + zone + "') AS day, n FROM v"
                + " WHERE bucket >= '2026-01-05 00:00Z' AND bucket < '2026-01-08 00:00Z' GROUP BY day";
        String winter = summer.replace("2026-01", "2026-07");
        String change = summer.replace("2026-01-05", "2026-04-03").replace("2026-01-08", "2026-04-06");
        try (FaultCase of = FaultCase.of(List.of(TABLE), hours())) {
            of.ask(
                            summer,
                            "SELECT date_trunc('day', at, '" + zone + "'), count(*) FROM t"
                                    + " WHERE at >= '2026-01-05Z' AND at < '2026-01-08Z' GROUP BY 1 ORDER BY 1")
                    .rows(rows(0, "2026-01-06"), rows(1000, "2026-04-04"), rows(2000, "2026-07-06"));
            for (String ask : List.of(winter, change, ask("day", zone))) {
                AskClient.Reply reply =
                        of.straum().client().reply(ask, List.of(), of.straum().position());
                assertThat(reply.status()).as(reply.body()).isEqualTo(422);
                assertThat(reply.body()).contains("would straddle", zone);
            }
            of.change("DELETE FROM t WHERE id >= 1000")
                    .ask(ask("day", zone), right("day", zone))
                    .change("UPDATE t SET x = 5 WHERE id % 2 = 0")
                    .end();
        }
    }

    /** With buckets that are narrow enough each of its days is answered. */
    @Test
    void a5HalfHoursTellTheDaysOfLordHowe() {
        String zone = "Australia/Lord_Howe";
        View halves = hours().wide("30 minutes");
        try (FaultCase of = FaultCase.of(List.of(TABLE), halves)) {
            of.ask(ask("day", zone), right("day", zone))
                    .ask(ask("week", zone), right("week", zone))
                    .rows(rows(0, "2026-04-05"), rows(1000, "2026-10-04"))
                    .change("DELETE FROM t WHERE id % 3 = 0")
                    .change("UPDATE t SET at = at + interval '30 minutes' WHERE id % 2 = 0")
                    .end();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Europe/Atlantis | 'Europe/Atlantis' is not a zone that is taken
            UTC+3           | 'UTC+3' is not a zone that is taken
            CET             | 'CET' is not a zone that is taken
            posix/Europe/Prague | 'posix/Europe/Prague' is not a zone that is taken
            """)
    void a5AZoneThatIsNoneIsRefused(String zone, String why) {
        try (FaultCase of = FaultCase.of(List.of(TABLE), hours())) {
            of.rows(rows(0, "2026-01-06"));
            AskClient.Reply reply = of.straum().client().reply(ask("day", zone), List.of(), null);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).contains(why);
        }
    }

    /** One that this machine knows and the server does not. */
    @Test
    void a5AZoneThatTheServerDoesNotKnowIsRefused() {
        ZoneRulesProvider.registerProvider(new Atlantis());
        try (FaultCase of = FaultCase.of(List.of(TABLE), hours())) {
            of.rows(rows(0, "2026-01-06"));
            AskClient.Reply reply = of.straum().client().reply(ask("day", Atlantis.ZONE), List.of(), null);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.body()).contains("urn:straum:zone", "the server does not know the zone " + Atlantis.ZONE);
        }
    }

    /** A zone of a name of its own, with the clock of another. */
    private static final class Atlantis extends ZoneRulesProvider {
        private static final String ZONE = "Atlantis/Poseidonis";

        @Override
        protected Set<String> provideZoneIds() {
            return Set.of(ZONE);
        }

        @Override
        protected ZoneRules provideRules(String zone, boolean forCaching) {
            return ZoneId.of("Atlantic/Azores").getRules();
        }

        @Override
        protected NavigableMap<String, ZoneRules> provideVersions(String zone) {
            return new TreeMap<>(Map.of("", provideRules(zone, false)));
        }
    }
}
