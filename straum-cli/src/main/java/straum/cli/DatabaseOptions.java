package straum.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import straum.pg.Dsn;
import straum.pg.DsnException;

/** The options that say which PostgreSQL, and what in it. */
final class DatabaseOptions {
    @Option(
            names = "--dsn",
            paramLabel = "DSN",
            // The default may come from the environment, with a password in it.
            showDefaultValue = Visibility.NEVER,
            description = "The database: a libpq URI, keywords and values, or a JDBC URL; several hosts with"
                    + " target_session_attrs=primary. A service, PG* variables and ~/.pgpass fill in what it lacks."
                    + " Environment: STRAUM_DSN.")
    private @Nullable String dsn;

    @Option(
            names = "--publication",
            paramLabel = "NAME",
            defaultValue = "straum",
            converter = OptionValues.Name.class,
            description = "The publication of the tables the spec reads."
                    + " Environment: STRAUM_PUBLICATION. Default: ${DEFAULT-VALUE}.")
    private String publication;

    /** Whether a database is named: for commands that can do without. */
    boolean isNamed() {
        return dsn != null;
    }

    /**
     * The database; where none is named, the one that the PG* variables and libpq's defaults make.
     *
     * @throws CommandFailure when the DSN cannot be read
     */
    Dsn dsn() throws CommandFailure {
        return read(dsn == null ? "" : dsn);
    }

    /** The same of a text. */
    static Dsn read(String text) throws CommandFailure {
        try {
            return Dsn.read(text, System.getenv());
        } catch (DsnException e) {
            throw CommandFailure.usage("the DSN cannot be used: " + e.getMessage());
        }
    }

    /** The publication's name. */
    String publication() {
        return publication;
    }
}
