package straum.cli.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** Who answers the ask of {@link AsksSection}: events and amount by region, of two kinds in a span. */
interface Contender extends AutoCloseable {
    /** The kinds asked for. */
    List<String> KINDS = List.of("purchase", "signup");

    /** As the table names it. */
    String name();

    /** Asks, and takes in the whole answer. */
    void ask(Span span) throws Exception;

    /** Asks for the answer: a line a region, in order. */
    List<String> answer(Span span) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
