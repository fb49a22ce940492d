package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.domain.ask.Answer;
import straum.domain.value.ColumnType;

class AnswerJsonTest {
    private static final ColumnType MOOD = ColumnType.enumOf("mood", List.of("sad", "so \"so\""));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bool        | t                                      | true
            bool        | f                                      | false
            int2        | -32768                                 | -32768
            int4        | 0                                      | 0
            int8        | 9223372036854775807                    | 9223372036854775807
            numeric     | 220.00                                 | 220.00
            numeric     | 12345678901234567890123456789.000      | 12345678901234567890123456789.000
            numeric     | -0.5                                   | -0.5
            numeric     | NaN                                    | "NaN"
            numeric     | Infinity                               | "Infinity"
            numeric     | -Infinity                              | "-Infinity"
            float8      | 1e+300                                 | 1e+300
            float8      | 0.1                                    | 0.1
            float8      | NaN                                    | "NaN"
            float4      | -Infinity                              | "-Infinity"
            text        | plain                                  | "plain"
            varchar     | 'ä "q" \\ 😀'                          | "ä \\"q\\" \\\\ 😀"
            name        | n                                      | "n"
            mood        | so "so"                                | "so \\"so\\""
            uuid        | 00000000-0000-4000-8000-00000000000a   | "00000000-0000-4000-8000-00000000000a"
            date        | 2026-11-13                             | "2026-11-13"
            date        | infinity                               | "infinity"
            timestamp   | 2026-11-13 09:00:00                    | "2026-11-13T09:00:00"
            timestamptz | 2026-11-13 09:00:00.5+00               | "2026-11-13T09:00:00.5Z"
            timestamptz | -infinity                              | "-infinity"
            """)
    void writesAValueAsToJsonDoes(String type, String text, String json) {
        assertThat(rows(type(type), text, false)).isEqualTo("[[" + json + "]]");
    }

    @ParameterizedTest
    @CsvSource({"int2, 1, 1", "int4, 1, 1", "float8, 1.5, 1.5", "int8, 1, '\"1\"'", "numeric, 2.50, '\"2.50\"'"})
    void writesInt8AndNumericAsStringsWhereWanted(String type, String text, String json) {
        assertThat(rows(type(type), text, true)).isEqualTo("[[" + json + "]]");
    }

    @Test
    void escapesControlCharactersAndWritesNullAsNull() {
        Answer answer = FakeAsks.answer(
                List.of("a\nb"), List.of(ColumnType.TEXT), new @Nullable String[][] {{"\b\f\n\r\t\u0001\u007f"}, {null}
                });

        assertThat(text(new AnswerJson(answer, FakeAsks.LSN.toString(), FakeAsks.AS_OF.toString(), false)))
                .isEqualTo("{\"as_of\":\"2026-11-13T10:00:00.412Z\",\"lsn\":\"0/16B3748\","
                        + "\"columns\":[{\"name\":\"a\\nb\",\"type\":\"text\"}],"
                        + "\"rows\":[[\"\\b\\f\\n\\r\\t\\u0001\u007f\"],[null]]}\n");
    }

    @Test
    void padsACharToItsLength() {
        assertThat(rows(ColumnType.bpchar(3), "a", false)).isEqualTo("[[\"a  \"]]");
    }

    @Test
    void anAnswerOfNothingIsWholeToo() {
        Answer answer = new Answer(List.of(), 0);

        assertThat(text(new AnswerJson(answer, FakeAsks.LSN.toString(), FakeAsks.AS_OF.toString(), false)))
                .isEqualTo(
                        "{\"as_of\":\"2026-11-13T10:00:00.412Z\",\"lsn\":\"0/16B3748\",\"columns\":[],\"rows\":[]}\n");
    }

    private static String rows(ColumnType type, String value, boolean asStrings) {
        Answer answer = FakeAsks.answer(List.of("c"), List.of(type), new String[][] {{value}});
        String json = text(new AnswerJson(answer, FakeAsks.LSN.toString(), FakeAsks.AS_OF.toString(), asStrings));
        int rows = json.indexOf("\"rows\":");
        return json.substring(rows + 7, json.length() - 2);
    }

    static String text(Pieces pieces) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] piece = pieces.next(); piece != null; piece = pieces.next()) {
            assertThat(piece).isNotEmpty();
            out.writeBytes(piece);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ColumnType type(String name) {
        return switch (name) {
            case "bool" -> ColumnType.BOOL;
            case "int2" -> ColumnType.INT2;
            case "int4" -> ColumnType.INT4;
            case "int8" -> ColumnType.INT8;
            case "numeric" -> ColumnType.NUMERIC;
            case "float4" -> ColumnType.FLOAT4;
            case "float8" -> ColumnType.FLOAT8;
            case "text" -> ColumnType.TEXT;
            case "varchar" -> ColumnType.VARCHAR;
            case "name" -> ColumnType.NAME;
            case "mood" -> MOOD;
            case "uuid" -> ColumnType.UUID;
            case "date" -> ColumnType.DATE;
            case "timestamp" -> ColumnType.TIMESTAMP;
            case "timestamptz" -> ColumnType.TIMESTAMPTZ;
            default -> throw new IllegalArgumentException(name);
        };
    }
}
