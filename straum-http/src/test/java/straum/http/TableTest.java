package straum.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import straum.domain.ask.Answer;
import straum.domain.value.ColumnType;

/** Tables as psql draws them: each expected one is what psql 15 printed for the same values. */
class TableTest {
    @Test
    void namesAreCentredNumbersToTheRightAndNullIsNothing() {
        Answer answer = FakeAsks.answer(
                List.of("a_long_name", "n", "b", "at"),
                List.of(ColumnType.TEXT, ColumnType.NUMERIC, ColumnType.BOOL, ColumnType.TIMESTAMPTZ),
                new @Nullable String[][] {
                    {"x", "1.50", "t", "2026-11-13 09:00:00+00"},
                    {null, null, null, null},
                    {"yy", "-12", "f", "infinity"}
                });

        assertThat(AnswerJsonTest.text(AnswerText.of(answer))).isEqualTo("""
                         a_long_name |  n   | b |           at          \s
                        -------------+------+---+------------------------
                         x           | 1.50 | t | 2026-11-13 09:00:00+00
                                     |      |   |\s
                         yy          |  -12 | f | infinity
                        (3 rows)
                        """);
    }

    @Test
    void aValueOfSeveralLinesTakesSeveral() {
        assertThat(draw(List.of("a", "b"), List.of("x\nyyy\n", "1"), List.of("z", "1\n22")))
                .isEqualTo("""
                          a  | b \s
                        -----+----
                         x  +| 1
                         yyy+|\s
                             |\s
                         z   | 1 +
                             | 22
                        (2 rows)
                        """);
    }

    @Test
    void nothingInAValueReachesTheTerminal() {
        assertThat(draw(List.of("a"), List.of("\u001b[31mred\u0007\r\u0085"), List.of("1\t2")))
                .isEqualTo("""
                                    a           \s
                        -------------------------
                         \\x1B[31mred\\x07\\r\\u0085
                         1       2
                        (2 rows)
                        """);
    }

    @Test
    void wideAndCombiningCharactersAreMeasured() {
        assertThat(draw(List.of("a", "b"), List.of("\u65e5\u672c", "x"), List.of("e\u0301", "x")))
                .isEqualTo("""
                          a   | b\s
                        ------+---
                         \u65e5\u672c | x
                         e\u0301    | x
                        (2 rows)
                        """);
    }

    @Test
    void noRowsAreCountedToo() {
        assertThat(draw(List.of("abc"))).isEqualTo(" abc \n-----\n(0 rows)\n");
        assertThat(draw(List.of("abc"), List.of("d"))).isEqualTo(" abc \n-----\n d\n(1 row)\n");
    }

    @SafeVarargs
    private static String draw(List<String> names, List<String>... rows) {
        List<List<@Nullable String>> cells = new ArrayList<>();
        for (List<String> row : rows) {
            cells.add(new ArrayList<>(row));
        }
        StringBuilder out = new StringBuilder();
        Table.of(names.stream().map(name -> new Table.Column(name, false)).toList(), cells)
                .drawTo(out);
        return out.toString();
    }
}
