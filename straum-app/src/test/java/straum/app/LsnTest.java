package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LsnTest {
    @ParameterizedTest
    @ValueSource(strings = {"0/0", "16/B374D848", "FFFFFFFF/FFFFFFFF", "0/1000000"})
    void printsAsPostgresqlDoesAndReadsItAgain(String text) {
        assertThat(Lsn.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "16", "16/", "/16", "G/0", "0/123456789", "-1/0", "0/ 1", "0/1/2"})
    void refusesWhatIsNoPosition(String text) {
        assertThatThrownBy(() -> Lsn.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ordersUnsigned() {
        assertThat(Lsn.parse("FFFFFFFF/0").reaches(Lsn.parse("7FFFFFFF/0"))).isTrue();
        assertThat(Lsn.parse("7FFFFFFF/0").max(Lsn.parse("80000000/0"))).isEqualTo(Lsn.parse("80000000/0"));
        assertThat(Lsn.parse("80000000/0").bytesTo(Lsn.parse("7FFFFFFF/0"))).isZero();
    }

    /** The header of a page is 24 bytes, of a segment's first page 40; nothing else lies between the two positions. */
    @ParameterizedTest
    @CsvSource({
        "0/1002000, 0/1002018, true",
        "0/1002000, 0/1002020, false",
        "0/1002000, 0/1002028, false",
        "0/2000000, 0/2000028, true",
        "0/2000000, 0/2000030, false",
        "0/1001FF8, 0/1002018, false",
        "0/1002008, 0/1002018, false",
        "0/1002018, 0/1002018, true",
        "0/1002020, 0/1002018, true",
    })
    void aFullPageCoversTheHeaderOfTheNextOne(String applied, String target, boolean covered) {
        assertThat(Lsn.parse(applied).covers(Lsn.parse(target))).isEqualTo(covered);
    }
}
