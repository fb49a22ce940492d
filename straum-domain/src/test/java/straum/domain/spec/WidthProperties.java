package straum.domain.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Invariant 8: a width divides a day, and nests in each wider one of its view. */
class WidthProperties {
    private static final long FAR = 10_000_000_000_000L;

    @Property
    void aWidthIsWhatDividesADay(@ForAll @IntRange(min = -10, max = 100_000) int seconds) {
        boolean divides = IntStream.rangeClosed(1, Width.DAY).anyMatch(n -> (long) n * seconds == Width.DAY);

        assertThat(Width.divides(seconds)).isEqualTo(divides);
        if (divides) {
            assertThat(new Width(seconds).seconds()).isEqualTo(seconds);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> new Width(seconds));
        }
    }

    @Property
    void floorIsTheLastEdgeNotAfter(
            @ForAll("widths") Width width, @ForAll @LongRange(min = -FAR, max = FAR) long epochSeconds) {
        long edge = width.floor(epochSeconds);

        assertThat(edge % width.seconds()).isZero();
        assertThat(edge).isLessThanOrEqualTo(epochSeconds).isGreaterThan(epochSeconds - width.seconds());
        assertThat(width.floor(edge)).isEqualTo(edge);
    }

    @Property
    void everyDayBeginsOnAnEdge(@ForAll("widths") Width width, @ForAll @IntRange(min = -800_000) int day) {
        long midnight = (long) day * Width.DAY;

        assertThat(width.floor(midnight)).isEqualTo(midnight);
    }

    @Property
    void bucketsOfANestingWidthLieWithinOneOfTheWider(
            @ForAll("widths") Width width,
            @ForAll("widths") Width wider,
            @ForAll @LongRange(min = -FAR, max = FAR) long epochSeconds) {
        long edge = width.floor(epochSeconds);
        boolean within = IntStream.range(0, Width.DAY / width.seconds())
                .mapToLong(bucket -> edge + (long) bucket * width.seconds())
                .allMatch(first -> wider.floor(first) == wider.floor(first + width.seconds() - 1));

        assertThat(width.nestsIn(wider)).isEqualTo(within);
    }

    @Property
    void readsAsItIsWritten(@ForAll("widths") Width width) {
        String[] words = width.toString().split(" ");
        int unit = switch (words[1]) {
            case "second", "seconds" -> 1;
            case "minute", "minutes" -> 60;
            case "hour", "hours" -> 3600;
            case "day" -> Width.DAY;
            default -> throw new AssertionError(width);
        };
        assertThat(Integer.parseInt(words[0]) * unit).isEqualTo(width.seconds());
        assertThat(words[1].endsWith("s")).isEqualTo(!words[0].equals("1"));
    }

    @Provide
    Arbitrary<Width> widths() {
        return Arbitraries.of(IntStream.rangeClosed(1, Width.DAY)
                .filter(Width::divides)
                .mapToObj(Width::new)
                .toList());
    }
}
