package straum.notation;

import java.util.List;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.value.Literal;

/** Reads an ask: a SELECT over a view, with parameters. */
public final class AskReader {
    private AskReader() {}

    /**
     * The ask of a query and its parameters, {@code $1} first.
     *
     * @throws AskException when it cannot be read, with the place
     */
    public static Ask read(String query, List<Literal> parameters) throws AskException {
        throw new AssertionError("contract");
    }
}
