package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
    @Test
    void putsTheCaretUnderThePlace() {
        assertThat(excerpt("SELECT a\nFROM b\nWHERE", 2, 6)).isEqualTo("FROM b\n     ^");
        assertThat(excerpt("SELECT a", 1, 1)).isEqualTo("SELECT a\n^");
    }

    @Test
    void showsATabAsOneSpaceSoThatTheCaretStandsRightInEveryTerminal() {
        assertThat(excerpt("\t\ta = b", 1, 5)).isEqualTo("  a = b\n    ^");
    }

    @Test
    void showsNoControlOrFormatCharacter() {
        assertThat(excerpt("a\u001b[31m\u202eb\u2028c", 1, 8)).isEqualTo("a [31m b c\n       ^");
    }

    @Test
    void countsCharactersRatherThanUnits() {
        assertThat(excerpt("'😀😀' x", 1, 6)).isEqualTo("'😀😀' x\n     ^");
    }

    @Test
    void countsNoSpaceForAMarkDrawnOverTheCharacterBefore() {
        assertThat(excerpt("e\u0301 x", 1, 4)).isEqualTo("e\u0301 x\n  ^");
    }

    @Test
    void endsLinesAtEveryKindOfLineEnd() {
        assertThat(excerpt("a\r\nb\rc\nd", 2, 1)).isEqualTo("b\n^");
        assertThat(excerpt("a\r\nb\rc\nd", 3, 1)).isEqualTo("c\n^");
        assertThat(excerpt("a\r\nb\rc\nd", 4, 2)).isEqualTo("d\n ^");
        assertThat(excerpt("a\r\nb", 1, 9)).isEqualTo("a\n ^");
        assertThat(excerpt("a\r", 1, 2)).isEqualTo("a\n ^");
    }

    @Test
    void showsOfALongLineWhatIsAroundThePlace() {
        String text = "x".repeat(70) + "<here>" + "y".repeat(70);
        assertThat(excerpt(text, 1, 71))
                .isEqualTo("…" + "x".repeat(50) + "<here>" + "y".repeat(44) + "…\n" + " ".repeat(51) + "^");
        assertThat(excerpt(text, 1, 1)).isEqualTo("x".repeat(70) + "<here>" + "y".repeat(24) + "…\n^");
        assertThat(excerpt(text, 1, 147))
                .isEqualTo("…" + "x".repeat(24) + "<here>" + "y".repeat(70) + "\n" + " ".repeat(101) + "^");
    }

    @Test
    void pointsBehindTheTextWhereThePlaceIsPastIt() {
        assertThat(excerpt("SELECT", 1, 7)).isEqualTo("SELECT\n      ^");
        assertThat(excerpt("", 1, 1)).isEqualTo("\n^");
        assertThat(excerpt("a\nb", 9, 9)).isEqualTo("b\n ^");
    }

    private static String excerpt(String text, int line, int column) {
        return Excerpt.of(text, new Place(line, column)).toString();
    }
}
