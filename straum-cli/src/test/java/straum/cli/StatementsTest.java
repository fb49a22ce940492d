package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n",
                "\\d usage",
                "SELECT 1;",
                "SELECT 1; -- done",
                "SELECT ';';  ",
                "SELECT 'it''s';",
                "SELECT $$a;b$$;",
                "SELECT $q$ $$; $q$;",
                "/* a /* nested; */ comment */ ;",
                "-- only a comment\n"
            })
    void aTextThatEndsWithASemicolonIsComplete(String text) {
        assertThat(Statements.isComplete(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT 1; SELECT",
                "SELECT ';",
                "SELECT 'it'';",
                "SELECT \"a;",
                "SELECT 1 -- ;",
                "SELECT 1 /* ;",
                "SELECT 1; /* ",
                "SELECT $$a;",
                "SELECT $q$ $$; $$;"
            })
    void aTextThatGoesOnIsNot(String text) {
        assertThat(Statements.isComplete(text)).isFalse();
    }

    @Test
    void statementsAreSplitAtSemicolonsOutsideQuotes() {
        assertThat(Statements.split("SELECT ';' ; ;\n SELECT \"b;\"\n FROM c;"))
                .containsExactly("SELECT ';'", "SELECT \"b;\"\n FROM c");
    }

    @Test
    void theLastStatementNeedsNoSemicolon() {
        assertThat(Statements.split("SELECT a; SELECT b ")).containsExactly("SELECT a", "SELECT b");
    }

    @Test
    void commentsAloneAreNoStatement() {
        assertThat(Statements.split("-- nothing\n; /* nor this */")).isEmpty();
    }
}
