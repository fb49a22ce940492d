package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import straum.domain.spec.Fact;
import straum.domain.spec.SpecException;
import straum.domain.spec.TableName;

class SpecReaderProperties {
    /** Tokens that mean nothing where they may be left out. */
    private static final Set<String> MEANINGLESS = Set.of("as", "inner", "outer", "asc");

    @Property(tries = 300)
    void aSpecIsReadFromEverySpellingOfIt(@ForAll Random random) throws SpecException {
        RandomSpec written = RandomSpec.of(random);
        assertThat(SpecReader.read(written.text()).facts()).as(written.text()).isEqualTo(written.facts());
    }

    /** What people are shown of a condition is that condition, read again. */
    @Property(tries = 200)
    void aConditionIsShownAsTheSpecWritesIt(@ForAll Random random) throws Exception {
        for (Fact fact : RandomSpec.of(random).facts()) {
            if (fact.where() != null) {
                String shown = ConditionText.of(fact.where(), TableName::quoted);
                String view =
                        "CREATE VIEW v AS SELECT date_bin('1 hour', at, DATE '1970-01-01') AS bucket, count(*) AS n"
                                + " FROM shown WHERE " + shown + " GROUP BY 1;";
                assertThat(SpecReader.read(view).facts().get(0).where())
                        .as(shown)
                        .isEqualTo(fact.where());
            }
        }
    }

    /** Nothing is passed over: a text without one of its tokens is another spec, or none. */
    @Property(tries = 10)
    void noTokenCanBeLeftOut(@ForAll Random random) throws Exception {
        RandomSpec written = RandomSpec.of(random);
        List<Token> tokens = Lexer.tokens(written.text(), SpecReader.MAX_BYTES, "a spec");
        for (int i = 0; i < tokens.size() - 1; i++) {
            String token = tokens.get(i).text();
            boolean isSchema = i + 1 < tokens.size() && (token.equals("public") || token.equals("."));
            // The fact's other name says nothing where every column stands alone.
            boolean isOtherName = token.equals("e") && !tokens.get(i + 1).text().equals(".");
            if (!MEANINGLESS.contains(token) && !isSchema && !isOtherName) {
                List<String> rest = new ArrayList<>(Texts.sources(tokens));
                rest.remove(i);
                assertThat(read(String.join(" ", rest)))
                        .as("without %s: %s", tokens.get(i).source(), rest)
                        .isNotEqualTo(written.facts());
            }
        }
    }

    @Property(tries = 500)
    void anyTextIsReadOrRefusedAtAPlaceOfIt(@ForAll Random random) {
        String text = Texts.damaged(random, RandomSpec.of(random).text());
        try {
            SpecReader.read(text);
        } catch (SpecException refused) {
            Texts.assertPlace(text, refused.place(), refused.error().message());
        }
    }

    @Property(tries = 500)
    void anyTokensAreReadOrRefusedAtAPlace(@ForAll Random random) throws Refusal {
        RandomSpec written = RandomSpec.of(random);
        String text = Texts.shuffled(random, Lexer.tokens(written.text(), SpecReader.MAX_BYTES, "a spec"));
        try {
            SpecReader.read(text);
        } catch (SpecException refused) {
            Texts.assertPlace(text, refused.place(), refused.error().message());
        }
    }

    private static List<Fact> read(String text) {
        try {
            return SpecReader.read(text).facts();
        } catch (SpecException refused) {
            return List.of();
        }
    }
}
