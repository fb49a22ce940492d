package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyncStandbysTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | false",
                "* | true",
                "straum | true",
                "STRAUM | true",
                "a, straum | true",
                "a,straum,b | true",
                "\"straum\" | true",
                "\"*\" | true",
                "2 (a, b) | false",
                "2 (a, straum) | true",
                "FIRST 1 (*) | true",
                "first 2 (a, \"b c\", straum) | true",
                "ANY 1 (a, b) | false",
                "any 1(straum) | true",
                "straum_standby, my_straum, straum2 | false",
                "\"a, straum\" | false",
                "\"say \"\"straum\"\"\" | false",
            })
    void aStandbyIsTakenInByItsNameOrByAnys(String setting, boolean takesIn) {
        assertThat(SyncStandbys.takeIn(setting, "straum")).isEqualTo(takesIn);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"FIRST 1 (a) | false", "\"first\" | true"})
    void aKeywordIsANameOnlyInQuotes(String setting, boolean takesIn) {
        assertThat(SyncStandbys.takeIn(setting, "first")).isEqualTo(takesIn);
    }
}
