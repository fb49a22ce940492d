package straum.http;

import java.util.List;
import org.jspecify.annotations.Nullable;
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

    /**
     * The same, where it takes no longer than binding parameters, since the text is known; null where it is to be read first.
     *
     * @throws AskException when it cannot be read, with the place
     */
    default @Nullable Ask readAtOnce(String query, List<Literal> parameters) throws AskException {
        return null;
    }
}
