package straum.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.value.Literal;

class AskBodyTest {
    private static final HttpSettings.Sizes SIZES = HttpSettings.defaults().sizes();

    @Test
    void readsEveryKindOfParameter() throws ProblemException {
        AskBody body = json("{\"params\": [\"a\\u00e4\\ud83d\\ude00\", \"\", true, false, null], \"query\": \"q\"}");

        assertThat(body.query()).isEqualTo("q");
        assertThat(body.parameters())
                .containsExactly(
                        new Literal.Text("a\u00e4\ud83d\ude00"),
                        new Literal.Text(""),
                        new Literal.Bool(true),
                        new Literal.Bool(false),
                        new Literal.Null());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-0.0",
                "220.00",
                "1e400",
                "1E-400",
                "-1.50e+3",
                "9223372036854775808",
                "123456789012345678901234567890.12345678901234567890",
                "0.1000000000000000055511151231257827"
            })
    void readsANumberByItsDigits(String number) throws ProblemException {
        assertThat(json("{\"query\": \"q\", \"params\": [" + number + "]}").parameters())
                .containsExactly(new Literal.Number(number));
    }

    @Test
    void parametersMayBeLeftOut() throws ProblemException {
        assertThat(json(" {\"query\": \"q\"} \n").parameters()).isEmpty();
        assertThat(json("{\"query\": \"q\", \"params\": []}").parameters()).isEmpty();
    }

    @Test
    void aByteOrderMarkIsNoPartOfAQuery() throws ProblemException {
        assertThat(AskBody.query("\uFEFFq".getBytes(StandardCharsets.UTF_8), SIZES)
                        .query())
                .isEqualTo("q");
        assertThat(json("\uFEFF{\"query\": \"q\"}").query()).isEqualTo("q");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '^', textBlock = """
            []                                      ~ line 1, column 1: a JSON object is wanted: {"query": "SELECT ...", "params": [...]}
            "q"                                     ~ line 1, column 1: a JSON object is wanted: {"query": "SELECT ...", "params": [...]}
            {"query": 1}                            ~ line 1, column 11: query is not a string
            {"query": null}                         ~ line 1, column 11: query is not a string
            {"query": "q", "query": "q"}            ~ line 1, column 16: query is given twice
            {"params": [], "params": []}            ~ line 1, column 16: params is given twice
            {"params": null}                        ~ line 1, column 12: params is not an array
            {"params": {"a": 1}}                    ~ line 1, column 12: params is not an array
            {"querry": "q"}                         ~ line 1, column 2: there is no member "querry", only "query" and "params"
            {"params": [1, [2]]}                    ~ line 1, column 16: $2 is neither a string, a number, a boolean nor null
            {"params": [{}]}                        ~ line 1, column 13: $1 is neither a string, a number, a boolean nor null
            {"query": "q"} {"query": "q"}           ~ line 1, column 16: nothing may follow the object
            {"query": "q"}x                         ~ line 1, column 15: it cannot be read as JSON
            {"query": "q                            ~ line 1, column 13: it cannot be read as JSON
            {"query": "\\x"}                        ~ line 1, column 13: it cannot be read as JSON
            {"query": "q",}                         ~ line 1, column 15: it cannot be read as JSON
            {"query": "q"                           ~ line 1, column 14: it cannot be read as JSON
            {"params": [1                           ~ line 1, column 14: it cannot be read as JSON
            {"params": [NaN]}                       ~ line 1, column 16: it cannot be read as JSON
            {"params": [01]}                        ~ line 1, column 14: it cannot be read as JSON
            {"params": [.5]}                        ~ line 1, column 13: it cannot be read as JSON
            {"query": 'q'}                          ~ line 1, column 11: it cannot be read as JSON
            {"query": "\\ud800"}                    ~ line 1, column 11: \\uD800 alone is no character of a text
            {"params": ["\\udc00\\ud800"]}          ~ line 1, column 13: \\uDC00 alone is no character of a text
            {"params": ["a\\u0000"]}                ~ line 1, column 13: \\u0000 alone is no character of a text
            """)
    void refusesWhatItCannotReadWithItsPlace(String body, String why) {
        assertThat(problem(body)).isEqualTo("the body is wrong at " + why);
    }

    @Test
    void aPlaceCountsCharactersAndLines() {
        assertThat(problem("{\n \"query\": \"\ud83d\ude00\", 1}"))
                .isEqualTo("the body is wrong at line 2, column 16: it cannot be read as JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{}", "{\"query\": \" \\n\"}"})
    void aQueryThereMustBe(String body) {
        assertThat(problem(body)).isIn("the body has no query", "the body is empty");
    }

    @Test
    void depthAndDigitsHaveALimit() {
        String tooDeep = "{\"params\": " + "[".repeat(100_000);
        assertThat(problem(tooDeep))
                .isEqualTo("the body is wrong at line 1, column 13:"
                        + " $1 is neither a string, a number, a boolean nor null");
        assertThat(problem("{\"params\": [" + "1".repeat(1001) + "]}"))
                .endsWith("a number has more than 1000 digits, which can be sent as a string");
    }

    @Test
    void aLongMemberIsNotRepeatedInFull() {
        assertThat(problem("{\"" + "x".repeat(100_000) + "\": 1}"))
                .isEqualTo("the body is wrong at line 1, column 2: there is no member \"" + "x".repeat(60)
                        + "...\", only \"query\" and \"params\"");
    }

    @Test
    void parametersHaveALimit() {
        String many = "{\"query\": \"q\", \"params\": [0" + ",0".repeat(10_000) + "]}";
        assertThat(problem(many)).endsWith(": at most 10000 parameters are read");
    }

    @Test
    void theQuerysLimitIsInBytes() throws ProblemException {
        String query = "\u00e4".repeat(SIZES.query() / 2);
        assertThat(AskBody.query(query.getBytes(StandardCharsets.UTF_8), SIZES).query())
                .isEqualTo(query);
        assertThatThrownBy(() -> AskBody.query((query + "x").getBytes(StandardCharsets.UTF_8), SIZES))
                .isInstanceOf(ProblemException.class)
                .hasMessage("the query has 65537 bytes, and at most 65536 are read");
    }

    @Test
    void whatIsNotUtf8IsRefusedWithItsByte() {
        for (int[] malformed : List.of(
                new int[] {0xC0, 0x80}, // overlong
                new int[] {0xED, 0xA0, 0x80}, // a surrogate
                new int[] {0xF5, 0x80, 0x80, 0x80}, // past U+10FFFF
                new int[] {0xE4}, // cut short
                new int[] {0x80})) {
            byte[] body = new byte[malformed.length + 1];
            body[0] = 'q';
            for (int i = 0; i < malformed.length; i++) {
                body[i + 1] = (byte) malformed[i];
            }
            assertThatThrownBy(() -> AskBody.query(body, SIZES))
                    .isInstanceOf(ProblemException.class)
                    .hasMessage("the body is not UTF-8: its byte 2 cannot be read");
        }
    }

    private static AskBody json(String body) throws ProblemException {
        return AskBody.json(body.getBytes(StandardCharsets.UTF_8), SIZES);
    }

    private static String problem(String body) {
        ProblemException refused = catchThrowableOfType(ProblemException.class, () -> json(body));
        assertThat(refused.problem().status()).isEqualTo(400);
        return refused.problem().detail();
    }
}
