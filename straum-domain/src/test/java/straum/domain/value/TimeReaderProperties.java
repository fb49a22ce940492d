package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The reader beside the forms it reads as patterns. What the values are, {@link ColumnTypeProperties} compares. */
class TimeReaderProperties {
    private static final String DAY = "[0-9]{4,7}-[0-9]{2}-[0-9]{2}";
    private static final String TIME = "[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]*)?)?";
    private static final String ZONE = " ?(Z|UTC|[+-][0-9]{2}(:?[0-9]{2}(:?[0-9]{2})?)?)";
    private static final Pattern DATE = form(DAY);
    private static final Pattern TIMESTAMP = form(DAY + "([T ]" + TIME + ")?");
    private static final Pattern TIMESTAMPTZ = form(DAY + "[T ]" + TIME + ZONE);

    private static Pattern form(String form) {
        return Pattern.compile(form + "( BC)?", Pattern.CASE_INSENSITIVE);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void everyTextOfAFormIsRead(@ForAll("texts") String text) {
        assertThat(TimeReader.date(text) != null).isEqualTo(is(DATE, text));
        assertThat(TimeReader.timestamp(text) != null).isEqualTo(is(TIMESTAMP, text));
        assertThat(TimeReader.timestamptz(text) != null).isEqualTo(is(TIMESTAMPTZ, text));
    }

    /** A damaged text may also be of a form, and name a day there is not. */
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    void noOtherTextIsRead(
            @ForAll("texts") String text, @ForAll @IntRange(max = 40) int at, @ForAll("letters") char letter) {
        int place = Math.min(at, text.length());
        for (String damaged : new String[] {
            text.substring(0, place) + letter + text.substring(place),
            text.substring(0, place) + letter + text.substring(Math.min(place + 1, text.length())),
            text.substring(0, place) + text.substring(Math.min(place + 1, text.length()))
        }) {
            assertThat(TimeReader.date(damaged) == null || is(DATE, damaged)).isTrue();
            assertThat(TimeReader.timestamp(damaged) == null || is(TIMESTAMP, damaged))
                    .isTrue();
            assertThat(TimeReader.timestamptz(damaged) == null || is(TIMESTAMPTZ, damaged))
                    .isTrue();
        }
    }

    private static boolean is(Pattern form, String text) {
        return form.matcher(text).matches();
    }

    @Provide
    Arbitrary<Character> letters() {
        return Arbitraries.of(
                '0', '9', ':', '-', '+', '.', ' ', 'T', 't', 'Z', 'U', 'C', 'b', '\0', '\u0661', '\u017f');
    }

    /** Of days and times that there are, in any of the forms. */
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> days = Combinators.combine(
                        Arbitraries.of("0001", "1999", "2026", "4713", "04713", "0002026"),
                        twoDigits(1, 12),
                        twoDigits(1, 28))
                .as((year, month, day) -> year + "-" + month + "-" + day);
        Arbitrary<String> seconds = Combinators.combine(
                        twoDigits(0, 59), Arbitraries.of("", ".", ".5", ".123456", ".0000005"))
                .as((second, fraction) -> ":" + second + fraction);
        Arbitrary<String> times = Combinators.combine(
                        Arbitraries.of("T", "t", " "),
                        twoDigits(0, 23),
                        twoDigits(0, 59),
                        Arbitraries.oneOf(Arbitraries.just(""), seconds))
                .as((between, hour, minute, rest) -> between + hour + ":" + minute + rest);
        Arbitrary<String> offsets = Combinators.combine(
                        Arbitraries.of("+", "-"),
                        twoDigits(0, 15),
                        Arbitraries.of("", "30", ":30", "3015", ":30:15", ":3015", "30:15"))
                .as((sign, hours, rest) -> sign + hours + rest);
        Arbitrary<String> zones = Combinators.combine(
                        Arbitraries.of("", " "), Arbitraries.oneOf(Arbitraries.of("Z", "z", "UTC", "utc"), offsets))
                .as((between, zone) -> between + zone);
        Arbitrary<String> ofDay = Combinators.combine(times, Arbitraries.oneOf(Arbitraries.just(""), zones))
                .as((time, zone) -> time + zone);
        return Combinators.combine(
                        days, Arbitraries.oneOf(Arbitraries.just(""), ofDay), Arbitraries.of("", "", " BC", " bc"))
                .as((day, time, era) -> day + time + era);
    }

    private static Arbitrary<String> twoDigits(int least, int most) {
        return Arbitraries.integers().between(least, most).map(number -> number < 10 ? "0" + number : "" + number);
    }
}
