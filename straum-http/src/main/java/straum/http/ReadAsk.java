package straum.http;

import java.util.List;
import straum.domain.ask.Ask;
import straum.domain.ask.AskException;
import straum.domain.value.Literal;

/** Reads a query's text: the server knows no notation of its own. */
@FunctionalInterface
public interface ReadAsk {
    /**
     * The ask of a query and its parameters, {@code $1} first.
     *
     * @throws AskException when it cannot be read, with the place
     */
    Ask read(String query, List<Literal> parameters) throws AskException;
}
