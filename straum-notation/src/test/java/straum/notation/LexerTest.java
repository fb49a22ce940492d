package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.domain.value.Place;

class LexerTest {
    @Test
    void countsLinesAndCharactersWhateverTheyAre() throws Refusal {
        List<Token> tokens = tokens("a\r\nb\rc\n\td '😀\n' \"é\" e/* \n */f");
        assertThat(tokens.stream().map(Token::place))
                .containsExactly(
                        new Place(1, 1),
                        new Place(2, 1),
                        new Place(3, 1),
                        new Place(4, 2),
                        new Place(4, 4),
                        new Place(5, 3),
                        new Place(5, 7),
                        new Place(6, 4),
                        new Place(6, 5));
    }

    @Test
    void aCharacterOfTwoUnitsIsOneColumn() throws Refusal {
        assertThat(tokens("'😀' \"é😀\" a").stream().map(Token::place))
                .containsExactly(new Place(1, 1), new Place(1, 5), new Place(1, 10), new Place(1, 11));
    }

    @Test
    void theEndIsWhereTheLastTokenEnds() throws Refusal {
        List<Token> tokens = tokens("a = 'x' \n -- nothing\n");
        assertThat(tokens.get(tokens.size() - 1).place()).isEqualTo(new Place(1, 8));
    }

    @Test
    void commentsNestAndSeparate() throws Refusal {
        assertThat(texts("a/* /* b */ c */d--e\nf --")).containsExactly("a", "d", "f");
        assertThat(texts("a -- b\rc -- d\r\ne")).containsExactly("a", "c", "e");
    }

    @Test
    void quotesAreDoubledAndBackslashesAreCharacters() throws Refusal {
        assertThat(texts("'it''s' '' 'a\\' \"a\"\"b\" $$a'b$$ $t$ $$ $t$"))
                .containsExactly("it's", "", "a\\", "a\"b", "a'b", " $$ ");
    }

    /** As PostgreSQL's scanner cuts them (manual, 4.1.3). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            =-1      | = - 1
            <-1      | < - 1
            >=-1     | >= - 1
            <>-1     | <> - 1
            @-1      | @- 1
            a=+-1    | a = + - 1
            a=--1    | a =
            a=/*b*/1 | a = 1
            ::=      | :: =
            a::b     | a :: b
            .5       | .5
            5.       | 5.
            1.5e-3   | 1.5e-3
            a.b      | a . b
            $1,$22   | 1 , 22
            a<b      | a < b
            !=       | !=
            """)
    void cutsOperatorsAndNumbersAsPostgresqlDoes(String text, String tokens) throws Refusal {
        assertThat(String.join(" ", texts(text))).isEqualTo(tokens);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            U+00A0 | 00A0
            U+200B | 200B
            U+FEFF | FEFF
            U+0000 | 0000
            U+000B | 000B
            U+D800 | D800
            U+1F600 | 1F600
            """)
    void aCharacterOutsideOfNamesIsRefusedByItsNumber(String shown, String codePoint) {
        Refusal refused = refused("a " + Character.toString(Integer.parseInt(codePoint, 16)) + " b");
        assertThat(refused.message()).isEqualTo("the character " + shown + " has no place here");
        assertThat(refused.place()).isEqualTo(new Place(1, 3));
    }

    @Test
    void whatNoTextOfPostgresqlHoldsIsRefusedWithinQuotes() {
        assertThat(refused("'a\0'").message()).isEqualTo("PostgreSQL has no NUL character");
        assertThat(refused("\"a\uD800\"").message()).isEqualTo("PostgreSQL has no half characters");
    }

    @Test
    void aNameIsAtMost63BytesLong() throws Refusal {
        assertThat(texts("a".repeat(63))).hasSize(1);
        assertThat(texts("\"" + "ä".repeat(31) + "\"")).hasSize(1);
        assertThat(refused("ä".repeat(32)).message()).isEqualTo("the name is longer than 63 bytes");
        assertThat(refused("+".repeat(1 << 20)).message()).isEqualTo("the operator is longer than 63 characters");
    }

    private static List<Token> tokens(String text) throws Refusal {
        return Lexer.tokens(text, SpecReader.MAX_BYTES, "a text");
    }

    private static List<String> texts(String text) throws Refusal {
        List<Token> tokens = tokens(text);
        return tokens.subList(0, tokens.size() - 1).stream().map(Token::text).toList();
    }

    private static Refusal refused(String text) {
        Refusal refused = catchThrowableOfType(Refusal.class, () -> tokens(text));
        assertThat(refused).as("refused").isNotNull();
        return refused;
    }
}
