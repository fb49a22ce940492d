package straum.domain.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TimeKeyProperties {
    private static final List<String> ZONES = List.of(
            "Europe/Prague",
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
            "Pacific/Apia");

    /** From 1800 to 2100, in which all changes of a zone's offset but the yearly ones of later times lie. */
    private static final long FIRST = -5_364_662_400L;

    private static final long LAST = 4_102_444_800L;

    /** A time key, and a bucket's width and edge. */
    record Case(TimeKey key, int width, long edge) {}

    /** A zone and a second, as that in which its offset changes. */
    record Moment(ZoneId zone, long at) {}

    @Property
    void aBucketHoldsOneTimeWhereEachOfItsInstantsHasThatTime(@ForAll("cases") Case of) throws Exception {
        long to = of.edge + of.width;
        boolean one = true;
        for (long second : instants(of)) {
            one &= of.key.of(second) == of.key.of(of.edge);
        }

        assertThat(of.key.holdsOne(of.edge, to)).isEqualTo(one);
    }

    /** The instants at which a time key can change: each minute, and each change of the offset, and right before. */
    private static List<Long> instants(Case of) {
        List<Long> seconds = new ArrayList<>();
        for (long second = of.edge; second < of.edge + of.width; second += 60) {
            seconds.add(second);
            seconds.add(Math.min(second + 59, of.edge + of.width - 1));
        }
        if (of.key instanceof TimeKey.Trunc trunc) {
            for (long second = of.edge; second < of.edge + of.width; ) {
                ZoneOffsetTransition next = trunc.zone().getRules().nextTransition(Instant.ofEpochSecond(second));
                if (next == null || next.toEpochSecond() >= of.edge + of.width) {
                    break;
                }
                second = next.toEpochSecond();
                seconds.add(second - 1);
                seconds.add(second);
            }
            // Local midnights and hours lie off the minute where the offset has seconds.
            for (long second : List.copyOf(seconds)) {
                int offset = trunc.zone()
                        .getRules()
                        .getOffset(Instant.ofEpochSecond(second))
                        .getTotalSeconds();
                long minute = second - Math.floorMod(second + offset, 60);
                if (minute > of.edge) {
                    seconds.add(minute - 1);
                    seconds.add(minute);
                }
            }
        }
        return seconds;
    }

    @Property
    void aDayBeginsAtItsFirstInstantOrAtTheLaterOfTwoMidnights(@ForAll("times") Moment about) throws Exception {
        TimeKey day = new TimeKey.Trunc(TimeKey.Unit.DAY, about.zone);
        for (long hour = -26; hour <= 26; hour++) {
            long second = about.at + hour * 3600;
            ZonedDateTime midnight = Instant.ofEpochSecond(second)
                    .atZone(about.zone)
                    .truncatedTo(ChronoUnit.DAYS)
                    .withLaterOffsetAtOverlap();

            assertThat(day.of(second)).as("%d hours off", hour).isEqualTo(midnight.toEpochSecond());
        }
    }

    @Example
    void aTimeBeforePostgresqlsFirstIsNone() {
        TimeKey year = new TimeKey.Trunc(TimeKey.Unit.YEAR, ZoneOffset.UTC);
        TimeKey bin = new TimeKey.Bin(86_400, 3600);

        assertThatThrownBy(() -> year.of(TimeKey.FIRST_SECOND))
                .isInstanceOf(UnanswerableException.class)
                .hasMessage("date_trunc of the bucket 4714-11-24 00:00:00 BC is beyond PostgreSQL's timestamps");
        assertThatThrownBy(() -> bin.of(TimeKey.FIRST_SECOND))
                .isInstanceOf(UnanswerableException.class)
                .hasMessage("date_bin of the bucket 4714-11-24 00:00:00 BC is beyond PostgreSQL's timestamps");
    }

    @Provide
    Arbitrary<Case> cases() {
        Arbitrary<Integer> widths = Arbitraries.of(900, 3600, 7200, 86_400);
        return Combinators.combine(
                        keys(), widths, days(), Arbitraries.integers().between(0, 95))
                .as((key, width, second, quarter) ->
                        new Case(key, width, Math.floorDiv(second + quarter * 900L, (long) width) * width));
    }

    private static Arbitrary<TimeKey> keys() {
        Arbitrary<TimeKey> truncs = Combinators.combine(
                        Arbitraries.of(TimeKey.Unit.class),
                        Arbitraries.of(ZONES).map(ZoneId::of))
                .as(TimeKey.Trunc::new);
        Arbitrary<TimeKey> bins = Combinators.combine(
                        Arbitraries.longs().between(1, 200), Arbitraries.longs().between(-100, 100))
                .as((width, origin) -> new TimeKey.Bin(width * 900, origin * 900));
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(5, truncs), net.jqwik.api.Tuple.of(1, bins));
    }

    /** Days of all years, and those about a change of some zone's offset. */
    @Provide
    Arbitrary<Long> days() {
        Arbitrary<Long> any =
                Arbitraries.longs().between(FIRST / 86_400, LAST / 86_400).map(day -> day * 86_400);
        List<Long> changes = allChanges().stream()
                .map(change -> Math.floorDiv(change.at, 86_400L) * 86_400)
                .toList();
        return Arbitraries.oneOf(any, Arbitraries.of(changes));
    }

    /** A zone's times about one of its changes, or about any day. */
    @Provide
    Arbitrary<Moment> times() {
        Arbitrary<Moment> any =
                Combinators.combine(Arbitraries.of(ZONES), days()).as((zone, day) -> new Moment(ZoneId.of(zone), day));
        return Arbitraries.oneOf(Arbitraries.of(allChanges()), any);
    }

    private static List<Moment> allChanges() {
        List<Moment> changes = new ArrayList<>();
        for (String name : ZONES) {
            ZoneId zone = ZoneId.of(name);
            ZoneOffsetTransition change = zone.getRules().nextTransition(Instant.ofEpochSecond(FIRST));
            while (change != null && change.toEpochSecond() < LAST) {
                changes.add(new Moment(zone, change.toEpochSecond()));
                change = zone.getRules().nextTransition(change.getInstant());
            }
        }
        return changes;
    }
}
