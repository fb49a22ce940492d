package straum.cli.bench;

import java.io.IOException;
import java.sql.SQLException;

/** Who can be asked again and again about spans, and be timed at it. */
interface Asked extends AutoCloseable {
    /** As the table names it. */
    String name();

    /** Asks, and takes in the whole answer. */
    void ask(Span span) throws Exception;

    @Override
    void close() throws IOException, SQLException;
}
