package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MisfitTest {
    @Test
    void saysWhatIsNoValueOfWhat() {
        Misfit misfit = Misfit.of(ColumnType.INT2, new Literal.Text("it's"));
        assertThat(misfit.message("n")).isEqualTo("n is of type int2, and 'it''s' is not a value of it");
        assertThat(misfit.hint()).isEqualTo("it holds whole numbers from -32768 to 32767");
    }

    @Test
    void showsEveryLiteralAsATextWritesIt() {
        assertThat(Misfit.shown(new Literal.Null())).isEqualTo("null");
        assertThat(Misfit.shown(new Literal.Bool(true))).isEqualTo("true");
        assertThat(Misfit.shown(new Literal.Number("1e3"))).isEqualTo("1e3");
        assertThat(Misfit.shown(new Literal.Text("a"))).isEqualTo("'a'");
        assertThat(Misfit.shown(new Literal.Typed("date", "a"))).isEqualTo("date 'a'");
        assertThat(Misfit.shown(new Literal.Parameter(7))).isEqualTo("$7");
    }

    @Test
    void shortensWhatIsLongAndCutsNoCharacterInTwo() {
        assertThat(Misfit.shown(new Literal.Number("1".repeat(80)))).isEqualTo("1".repeat(80));
        assertThat(Misfit.shown(new Literal.Number("1".repeat(81)))).isEqualTo("1".repeat(80) + "...");
        assertThat(Misfit.shown(new Literal.Text("a".repeat(79) + "😀"))).isEqualTo("'" + "a".repeat(79) + "...'");
        assertThat(Misfit.shown(new Literal.Text("a".repeat(78) + "😀"))).isEqualTo("'" + "a".repeat(78) + "😀'");
    }

    @Test
    void listsTheFirstLabelsOfAnEnum() {
        assertThat(Misfit.of(labels(20), new Literal.Text("x")).hint())
                .startsWith("its labels are l1, l2, ")
                .endsWith(", l20");
        assertThat(Misfit.of(labels(21), new Literal.Text("x")).hint()).endsWith(", l20, ...");
    }

    private static ColumnType labels(int count) {
        List<String> labels =
                IntStream.rangeClosed(1, count).mapToObj(i -> "l" + i).toList();
        return ColumnType.enumOf("label", labels);
    }
}
