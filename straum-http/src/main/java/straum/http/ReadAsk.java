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

    /** Reads at once, as {@link ReadAsk#readAtOnce} does. */
    @FunctionalInterface
    interface AtOnce {
        /** The ask, or null. */
        @Nullable Ask read(String query, List<Literal> parameters) throws AskException;
    }

    /** A reader made of its two ways. */
    static ReadAsk of(ReadAsk reads, AtOnce atOnce) {
        return new ReadAsk() {
            @Override
            public Ask read(String query, List<Literal> parameters) throws AskException {
                return reads.read(query, parameters);
            }

            @Override
            public @Nullable Ask readAtOnce(String query, List<Literal> parameters) throws AskException {
                return atOnce.read(query, parameters);
            }
        };
    }
}
