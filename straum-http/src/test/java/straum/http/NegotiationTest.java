package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code Accept} and {@code Prefer}. */
class NegotiationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            application/json                                | JSON
            text/plain                                      | TEXT
            TEXT/PLAIN                                      | TEXT
            text/plain; charset=utf-8                       | TEXT
            */*                                             | JSON
            application/*                                   | JSON
            text/*                                          | TEXT
            text/*;q=0.5, application/json;q=0.4            | TEXT
            text/plain;q=0.5, */*                           | JSON
            application/json;q=0, */*                       | TEXT
            application/json;q=0.001, text/plain;q=0        | JSON
            text/html, application/xml;q=0.9, */*;q=0.8     | JSON
            text/csv                                        | none
            application/json;q=0                            | none
            application/json;q=1.001                        | none
            application/problem+json                        | none
            nonsense                                        | JSON
            'text/plain;x="a,b;q=0"'                        | TEXT
            """)
    void theFormatOfTheGreatestWeightIsChosen(String accept, Format format) {
        assertThat(Accept.of(List.of(accept)).best(Format.JSON_FIRST)).isEqualTo(format);
    }

    @Test
    void withoutAFieldTheFirstOfferIsChosen() {
        assertThat(Accept.of(List.of()).best(Format.JSON_FIRST)).isEqualTo(Format.JSON);
        assertThat(Accept.of(List.of()).best(Format.TEXT_FIRST)).isEqualTo(Format.TEXT);
        assertThat(Accept.of(List.of("text/plain;q=0.1", "application/json")).best(Format.TEXT_FIRST))
                .isEqualTo(Format.JSON);
    }

    @ParameterizedTest
    @CsvSource({
        "application/problem+json, JSON",
        "text/csv, JSON",
        "text/plain, TEXT",
        "'application/problem+json, text/plain;q=0.5', JSON",
        "'application/json, text/plain;q=0.5', JSON",
        "'text/plain, application/json;q=0.5', TEXT"
    })
    void aProblemIsToldInSomeFormat(String accept, Format format) {
        assertThat(Accept.of(List.of(accept)).forProblem(Format.JSON_FIRST)).isEqualTo(format);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            wait=10                             | false | 10
            wait=10, numbers=strings            | true  | 10
            numbers="strings"; x=y, WAIT = 7    | true  | 7
            respond-async, wait=99999999999     | false | 30
            wait=0                              | false | 0
            wait=soon, numbers=words            | false | 5
            wait=-1                             | false | 5
            wait                                | false | 5
            wait=1, wait=2                      | false | 1
            """)
    void preferencesAreHeededWhereTheyAreKnown(String field, boolean asStrings, int seconds) {
        Prefer prefer = Prefer.of(List.of(field));
        assertThat(prefer.numbersAsStrings()).isEqualTo(asStrings);
        assertThat(prefer.wait(Duration.ofSeconds(5), Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(seconds));
    }
}
