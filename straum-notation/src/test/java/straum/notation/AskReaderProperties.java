package straum.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.ask.Name;
import straum.domain.value.Place;

class AskReaderProperties {
    /** Tokens that mean nothing where they may be left out or put in; HAVING takes a measure with {@code measure} and without. */
    private static final Set<String> MEANINGLESS = Set.of("as", "asc", ";", "+", "measure");

    @Property(tries = 400)
    void anAskIsReadFromEverySpellingOfIt(@ForAll Random random) throws AskException {
        RandomAsk written = RandomAsk.of(random);
        assertThat(Placeless.ask(AskReader.read(written.text())))
                .as(written.text())
                .isEqualTo(written.ask());
        assertThat(Placeless.ask(AskReader.read(written.text(), written.parameters())))
                .as(written.text())
                .isEqualTo(written.ask().bind(written.parameters()));
    }

    @Property(tries = 200)
    void everyNameStandsWhereItsPlaceSays(@ForAll Random random) throws AskException {
        RandomAsk written = RandomAsk.of(random);
        Ask ask = AskReader.read(written.text(), written.parameters());
        List<Name> names = new ArrayList<>();
        names.add(ask.view());
        ask.outputs().forEach(output -> {
            if (output instanceof Ask.Output.Named named) {
                names.add(named.name());
            }
        });
        if (ask.where() != null) {
            ask.where().forEachSubject(names::add);
        }
        for (Name name : names) {
            String there = Texts.from(written.text(), name.place());
            String quoted = '"' + name.text().replace("\"", "\"\"") + '"';
            assertThat(there.startsWith(quoted) || Lexer.folded(there).startsWith(name.text()))
                    .as("%s in: %s", name, written.text())
                    .isTrue();
        }
    }

    /** Nothing is passed over: a text without one of its tokens is another ask, or none. */
    @Property(tries = 25)
    void noTokenCanBeLeftOut(@ForAll Random random) throws Exception {
        RandomAsk written = RandomAsk.of(random);
        List<Token> tokens = Lexer.tokens(written.text(), AskReader.MAX_BYTES, "an ask");
        for (int i = 0; i < tokens.size() - 1; i++) {
            if (!MEANINGLESS.contains(tokens.get(i).text())) {
                List<String> rest = new ArrayList<>(Texts.sources(tokens));
                rest.remove(i);
                assertThat(read(String.join(" ", rest)))
                        .as("without %s: %s", tokens.get(i).source(), rest)
                        .isNotEqualTo(written.ask());
            }
        }
    }

    /** Nothing is passed over: a text with a token more is another ask, or none. */
    @Property(tries = 400)
    void noTokenCanBePutIn(@ForAll Random random) throws Exception {
        RandomAsk written = RandomAsk.of(random);
        List<String> sources =
                new ArrayList<>(Texts.sources(Lexer.tokens(written.text(), AskReader.MAX_BYTES, "an ask")));
        String more = Texts.WORDS.get(random.nextInt(Texts.WORDS.size()));
        if (!MEANINGLESS.contains(Lexer.folded(more))
                && !more.isBlank()
                && !more.startsWith("-")
                && !more.startsWith("/*")) {
            int at = random.nextInt(sources.size() + 1);
            boolean ownName = at > 0 && Lexer.folded(sources.get(at - 1)).equals(Lexer.folded(more)); // as "kind kind"
            sources.add(at, more);
            String text = String.join(" ", sources);
            if (ownName) {
                return;
            }
            assertThat(read(text)).as(text).isNotEqualTo(written.ask());
        }
    }

    @Property(tries = 500)
    void anyTextIsReadOrRefusedAtAPlaceOfIt(@ForAll Random random) {
        RandomAsk written = RandomAsk.of(random);
        String text = Texts.damaged(random, written.text());
        try {
            AskReader.read(text, written.parameters());
        } catch (AskException refused) {
            Place place = refused.place();
            if (place != null || !refused.error().type().equals("parameters")) {
                Texts.assertPlace(text, place, refused.error().message());
            }
        }
    }

    @Property(tries = 500)
    void anyTokensAreReadOrRefusedAtAPlace(@ForAll Random random) throws Refusal {
        RandomAsk written = RandomAsk.of(random);
        String text = Texts.shuffled(random, Lexer.tokens(written.text(), AskReader.MAX_BYTES, "an ask"));
        try {
            AskReader.read(text, written.parameters());
        } catch (AskException refused) {
            if (refused.place() != null || !refused.error().type().equals("parameters")) {
                Texts.assertPlace(text, refused.place(), refused.error().message());
            }
        }
    }

    private static @Nullable Ask read(String text) {
        try {
            return Placeless.ask(AskReader.read(text));
        } catch (AskException refused) {
            return null;
        }
    }
}
