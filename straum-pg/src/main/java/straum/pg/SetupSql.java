package straum.pg;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.TableName;

/**
 * The SQL that sets a database up to be followed: replica identities first, then the publication (a published table
 * without an identity refuses its owner's UPDATEs), then the role and its rights, all in one transaction.
 */
public final class SetupSql {
    private static final int IDENTITY = 0;
    private static final int PUBLICATION = 1;
    private static final int ROLE = 2;

    private SetupSql() {}

    /**
     * SQL that looks for itself what is missing, and does that: for a server that cannot be asked. Safe to run again, and
     * to be run again for partitions made since. What it cannot mend it raises, all at once, having changed nothing.
     *
     * @param role the role Straum will log in as
     */
    public static String guarded(Spec spec, String publication, String role) {
        List<String> tables = spec.tables().stream()
                .map(Table::name)
                .sorted()
                .map(TableName::sql)
                .map(SetupSql::literal)
                .toList();
        String body = GuardedSql.BODY.formatted(String.join(", ", tables), literal(publication), literal(role));
        String quote = dollarQuote(body);
        return """
                -- Sets this database up for Straum to follow. Run it as a superuser, or as who owns the tables and may
                -- make publications and roles that replicate; for instance by psql. Safe to run again.
                BEGIN;
                -- Rather fail than have the tables' users queue behind this.
                SET LOCAL lock_timeout = '10s';
                DO %1$s
                %2$s%1$s;
                COMMIT;
                """.formatted(quote, body);
    }

    /** A text as a literal, for standard_conforming_strings on or off. */
    private static String literal(String text) {
        String quoted = "'" + text.replace("'", "''").replace("\\", "\\\\") + "'";
        return text.indexOf('\\') < 0 ? quoted : "E" + quoted;
    }

    /** A dollar quote that the text does not contain. */
    private static String dollarQuote(String text) {
        String quote = "$straum$";
        for (int i = 1; text.contains(quote); i++) {
            quote = "$straum" + i + "$";
        }
        return quote;
    }

    /**
     * SQL that does what a check found missing. As comments stand in it what may hurt, and what is not for it to do: what
     * no SQL mends, what needs a restart, and what would change the tables for those who use them. Empty when there is
     * nothing to say.
     */
    public static String missing(Checkup checkup) {
        Set<String> comments = new LinkedHashSet<>();
        List<Set<String>> steps = List.of(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        Set<TableName> unpublishable = unpublishable(checkup.unfit());
        for (Unfit unfit : checkup.unfit()) {
            String sql = unfit.sql();
            int step = step(unfit);
            if (sql != null && names(unfit).stream().anyMatch(unpublishable::contains)) {
                comments.add("not done here before its table can be published: " + unfit.message() + ": " + sql);
            } else if (sql == null) {
                comments.add("not to be mended by SQL: " + unfit.message());
            } else if (step < 0) {
                comments.add("not done here: " + unfit.message() + ": " + sql);
            } else {
                steps.get(step).add(sql);
            }
            if (unfit instanceof Unfit.NoRole made) {
                comments.add("the role " + made.role() + " has no password yet: \\password in psql gives it one");
            }
        }
        for (Warning warning : checkup.warnings()) {
            comments.add("warning: " + warning.message());
            if (warning.sql() != null) {
                steps.get(PUBLICATION).add(warning.sql());
            }
        }
        StringBuilder text = new StringBuilder();
        // A comment ends with its line.
        comments.forEach(comment ->
                text.append("-- ").append(comment.replaceAll("[\\r\\n]", " ")).append('\n'));
        if (steps.stream().anyMatch(step -> !step.isEmpty())) {
            text.append("""
                    BEGIN;
                    -- Rather fail than have the tables' users queue behind this.
                    SET LOCAL lock_timeout = '10s';
                    """);
            if (!steps.get(IDENTITY).isEmpty()) {
                text.append("-- Each UPDATE and DELETE of these then writes its whole old row to the WAL too.\n");
            }
            steps.forEach(
                    step -> step.forEach(statement -> text.append(statement).append('\n')));
            text.append("COMMIT;\n");
        }
        return text.toString();
    }

    /** The tables that PostgreSQL takes into no publication as they are: one statement that fails would undo the others. */
    private static Set<TableName> unpublishable(List<Unfit> unfits) {
        Set<TableName> tables = new HashSet<>();
        for (Unfit unfit : unfits) {
            if (unfit instanceof Unfit.Unlogged unlogged) {
                tables.add(unlogged.table());
            } else if (unfit instanceof Unfit.UnloggedRoot unlogged) {
                tables.add(unlogged.table());
            } else if (unfit instanceof Unfit.NotATable other) {
                tables.add(other.table());
            }
        }
        return tables;
    }

    /** The tables that its SQL takes into the publication. */
    private static List<TableName> names(Unfit unfit) {
        if (unfit instanceof Unfit.NoPublication none) {
            return none.tables();
        }
        return unfit instanceof Unfit.NotPublished missing ? List.of(missing.table()) : List.of();
    }

    /** Whether {@link #missing} prints its SQL to be run, and not as a comment, where all of these are missing. */
    static boolean isRun(Unfit unfit, List<Unfit> all) {
        return unfit.sql() != null && step(unfit) >= 0 && names(unfit).stream().noneMatch(unpublishable(all)::contains);
    }

    /** In which step its SQL is run: identities before the publication, for the owner's UPDATEs; −1 for none. */
    private static int step(Unfit unfit) {
        if (unfit instanceof Unfit.Setting
                || unfit instanceof Unfit.Unlogged
                || unfit instanceof Unfit.Children
                || unfit instanceof Unfit.Defaulted) {
            return -1;
        }
        if (unfit instanceof Unfit.NotFull) {
            return IDENTITY;
        }
        boolean role = unfit instanceof Unfit.NoRole
                || unfit instanceof Unfit.NoLogin
                || unfit instanceof Unfit.NoReplication
                || unfit instanceof Unfit.NoConnect
                || unfit instanceof Unfit.NoSelect
                || unfit instanceof Unfit.NoUsage
                || unfit instanceof Unfit.Policies;
        return role ? ROLE : PUBLICATION;
    }
}
