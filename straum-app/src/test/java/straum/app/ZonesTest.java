package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.app.testing.MemorySource;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.store.Held;
import straum.domain.testing.Asks;

class ZonesTest {
    private static final ZoneId PRAGUE = ZoneId.of("Europe/Prague");

    private final World world = new World();

    /** Commits an event on 2026-11-13 at 09:05 UTC, and loads it. */
    private void follow() throws InterruptedException {
        world.commit(world.event("2026-11-13 09:05:00Z", "purchase", "1", "10.00"));
        world.writer.step();
    }

    private static Ask byDay(String zone) {
        Asks asks = Asks.of("usage").outputs("events").allBuckets();
        return asks.time(asks.trunc("day", zone), "day").groupBy("day").ask();
    }

    private Outcome ask(String zone) {
        return world.app.ask(byDay(zone), () -> false);
    }

    private AskError refusal(Ask ask) {
        return ((Outcome.Invalid) world.app.ask(ask, () -> false)).refusal().error();
    }

    @Test
    void aZoneIsAskedForOnceAStart() throws InterruptedException {
        follow();
        assertThat(world.zones.asked).isEmpty();

        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
        assertThat(ask("America/New_York")).isInstanceOf(Outcome.Ok.class);
        assertThat(world.zones.asked).containsExactly("Europe/Prague", "America/New_York");

        startOver();
        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
        assertThat(world.zones.asked).containsExactly("Europe/Prague", "America/New_York", "Europe/Prague");
    }

    @Test
    void utcAndNoZoneAreNotAskedFor() throws InterruptedException {
        follow();

        assertThat(ask("UTC")).isInstanceOf(Outcome.Ok.class);
        Asks asks = Asks.of("usage").outputs("events").allBuckets();
        assertThat(world.app.ask(
                        asks.time(asks.trunc("day"), "day").groupBy("day").ask(), () -> false))
                .isInstanceOf(Outcome.Ok.class);
        assertThat(world.app.ask(UsageModel.ask(), () -> false)).isInstanceOf(Outcome.Ok.class);
        assertThat(world.zones.asked).isEmpty();
    }

    @Test
    void nothingIsAskedForBeforeTheTablesAreLoaded() {
        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.NotReady.class);
        assertThat(world.zones.asked).isEmpty();
    }

    @Test
    void aZoneTheServerDoesNotKnowIsRefused() throws InterruptedException {
        follow();
        world.zones.unknown = "Europe/Prague";

        assertThat(refusal(byDay("Europe/Prague")))
                .isEqualTo(new AskError.Zone(
                        "the server does not know the zone Europe/Prague",
                        "name another zone with the same times, or update the server's time zones"));
        assertThat(((Outcome.Invalid) ask("Europe/Prague")).refusal().place()).isNotNull();
        assertThat(world.zones.asked).hasSize(1);
    }

    @Test
    void aServerThatCannotBeAskedIsNoGuessAndIsAskedAgain() throws InterruptedException {
        follow();
        world.zones.failure = new SourceException(SourceException.Kind.LOST, "the connection is lost");

        assertThat(ask("Europe/Prague"))
                .isEqualTo(new Outcome.NotReady(
                        "the zone Europe/Prague has to be compared with the server's first, and cannot be just now:"
                                + " the connection is lost",
                        2));
        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.NotReady.class);
        assertThat(world.zones.asked).as("at once it is not tried again").hasSize(1);
        assertThat(world.app.ask(UsageModel.ask(), () -> false)).isInstanceOf(Outcome.Ok.class);

        world.zones.failure = null;
        world.advance(1000);
        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
    }

    @Test
    void anAskOfBucketsWhoseTimesDifferIsRefused() throws InterruptedException {
        follow();
        world.zones.wrongFrom = Instant.parse("2026-11-01T12:00:00Z").getEpochSecond();
        world.zones.wrongTo = Instant.parse("2026-12-01T12:00:00Z").getEpochSecond();

        assertThat(refusal(byDay("Europe/Prague")))
                .isEqualTo(new AskError.Zone(
                        "the server's times in Europe/Prague are others than this Straum's"
                                + " from 2026-11-01T00:00:00Z to 2026-12-02T00:00:00Z,"
                                + " and the ask reads buckets of then",
                        "ask for buckets outside of that, or update the time zones of the server or of Java"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-12T12:00:00Z, 2026-11-13T12:00:00Z, day, true",
        "2026-11-15T00:00:00Z, 2026-11-20T00:00:00Z, day, false",
        "2026-11-01T00:00:00Z, 2026-11-12T00:00:00Z, day, false",
        "2025-12-31T12:00:00Z, 2026-01-10T00:00:00Z, day, false",
        "2025-12-31T12:00:00Z, 2026-01-10T00:00:00Z, year, true",
    })
    void onlyTheBucketsReadAndTheBeginningOfTheirTimeHaveToBeAlike(
            Instant wrongFrom, Instant wrongTo, String unit, boolean refused) throws InterruptedException {
        follow();
        world.zones.wrongFrom = wrongFrom.getEpochSecond();
        world.zones.wrongTo = wrongTo.getEpochSecond();
        Asks asks =
                Asks.of("usage").outputs("events").from("2026-11-13 09:00:00Z").to("2026-11-14 00:00:00Z");
        Ask ask = asks.time(asks.trunc(unit, "Europe/Prague"), "t").groupBy("t").ask();

        assertThat(world.app.ask(ask, () -> false) instanceof Outcome.Invalid).isEqualTo(refused);
    }

    @Test
    void anAskOfAnEmptyViewReadsNothingThatCouldDiffer() throws InterruptedException {
        world.writer.step();
        world.zones.wrongFrom = Long.MIN_VALUE;

        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void commitsAreAppliedWhileTheServerIsAsked() throws InterruptedException {
        follow();
        world.zones.meanwhile = () -> {
            world.app.write(held -> {});
        };

        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
    }

    @Test
    void aStartInBetweenHasTheZoneAskedForAgain() throws InterruptedException {
        follow();
        world.zones.meanwhile = () -> {
            world.zones.meanwhile = () -> {};
            startOver();
        };

        assertThat(ask("Europe/Prague")).isInstanceOf(Outcome.Ok.class);
        assertThat(world.zones.asked).hasSize(2);
    }

    @Test
    void whatDiffersAtAnEndDiffersForEver() {
        long[] seconds = {0, 10, 20, 30, 40};
        Zones.Told told =
                new Zones.Told(new long[] {0, 3600, 0, 3600, 7200}, new long[] {-3600, -3600, -3600, -3600, -3600});

        assertThat(ZoneDifferences.of(PRAGUE, seconds, told).spans())
                .isEqualTo(List.of(
                        new Held.Span(Long.MIN_VALUE, 10), new Held.Span(10, 30), new Held.Span(30, Long.MAX_VALUE)));
    }

    @Test
    void aDayThatBeginsElsewhereDiffersToo() {
        long[] seconds = {0, 10, 20};
        Zones.Told told = new Zones.Told(new long[] {3600, 3600, 3600}, new long[] {-3600, 0, -3600});

        assertThat(ZoneDifferences.of(PRAGUE, seconds, told).spans()).isEqualTo(List.of(new Held.Span(0, 20)));
    }

    private void startOver() {
        world.failOnceAt(
                MemorySource.Point.NEXT, new SourceException(SourceException.Kind.LOST, "the connection is lost"));
        try {
            world.writer.step();
            world.advance(1000);
            world.writer.step();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
