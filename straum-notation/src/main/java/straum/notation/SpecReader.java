package straum.notation;

import java.util.ArrayList;
import java.util.List;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecError;
import straum.domain.spec.SpecException;
import straum.domain.value.Place;

/** Reads a spec: a file of CREATE VIEW statements. Thread-safe. */
public final class SpecReader {
    /** The longest spec that is read, in bytes of UTF-8. */
    public static final int MAX_BYTES = 1 << 20;

    private SpecReader() {}

    /**
     * The spec a text writes.
     *
     * @throws SpecException when it cannot be read or does not hold together, with the place
     */
    public static Spec read(String text) throws SpecException {
        try {
            return spec(text);
        } catch (Refusal refusal) {
            throw new SpecException(new SpecError.Unreadable(refusal.message(), refusal.hint()), refusal.place());
        }
    }

    private static Spec spec(String text) throws Refusal, SpecException {
        List<Token> tokens = Lexer.tokens(text, MAX_BYTES, "a spec");
        List<View> views;
        try {
            views = views(tokens);
        } catch (Refusal refusal) {
            throw Unclosed.refusal(refusal, tokens);
        }
        if (views.isEmpty()) {
            throw new Refusal(new Place(1, 1), "the spec has no view", "a spec holds CREATE VIEW statements");
        }
        List<Fact> facts = views.stream().map(View::fact).toList();
        try {
            return Spec.of(facts);
        } catch (SpecException e) {
            throw new SpecException(e.error(), placeOf(e.error(), views));
        }
    }

    private static List<View> views(List<Token> tokens) throws Refusal, SpecException {
        List<View> views = new ArrayList<>();
        for (List<Token> statement : Statements.of(tokens)) {
            View view = ViewReader.read(statement);
            Token end = statement.get(statement.size() - 1);
            if (!end.source().equals(";")) {
                throw new Refusal(
                        end.place(), "the view " + view.fact().name() + " is not ended", "each statement ends with ;");
            }
            views.add(view);
        }
        return views;
    }

    /** Where an error is that no view has alone: at the name of the last view it names. */
    private static Place placeOf(SpecError error, List<View> views) {
        Place place = new Place(1, 1);
        for (View view : views) {
            String name = view.fact().name();
            boolean twice = error instanceof SpecError.ViewTwice of && of.view().equals(name);
            boolean asTable =
                    error instanceof SpecError.NamedAsTable of && of.view().equals(name);
            if (twice || asTable) {
                place = view.name();
            }
        }
        return place;
    }
}
