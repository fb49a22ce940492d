package straum.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which PostgreSQL, and what in it. */
final class DatabaseOptions {
    @Option(
            names = "--dsn",
            paramLabel = "DSN",
            // The default may come from the environment, with a password in it.
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
            description = "The database: a libpq URI, keywords and values, or a JDBC URL."
                    + " PG* variables and ~/.pgpass fill in what it lacks. Environment: STRAUM_DSN.")
    private @Nullable String dsn;

    @Option(
            names = "--publication",
            paramLabel = "NAME",
            defaultValue = "straum",
            description = "The publication of the tables the spec reads."
                    + " Environment: STRAUM_PUBLICATION. Default: ${DEFAULT-VALUE}.")
    private String publication;

    /** The DSN as written; null when there is none, and the PG* variables say it all or nothing does. */
    @Nullable String dsn() {
        return dsn;
    }

    /** The publication's name. */
    String publication() {
        return publication;
    }
}
