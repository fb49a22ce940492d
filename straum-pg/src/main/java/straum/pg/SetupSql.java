package straum.pg;

import java.util.ArrayList;
import java.util.List;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.TableName;

/**
 * The SQL that sets a database up to be followed: replica identities first, then the publication (a published table
 * without an identity refuses its owner's UPDATEs), then the role and its rights, all in one transaction.
 */
public final class SetupSql {
    /** Filled with the list of tables, the publication's name and the role's, each a literal. */
    private static final String GUARDED = """
            DECLARE
              wanted oid[] := ARRAY[%1$s]::regclass[]::oid[];
              publication text := %2$s;
              follower text := %3$s;
              options text := 'publish = ''insert, update, delete, truncate'', publish_via_partition_root = true';
              version int := current_setting('server_version_num');
              parts oid[];
              partitioned boolean;
              stored boolean;
              found record;
            BEGIN
              SELECT array_agg(oid) INTO parts FROM (
                SELECT unnest(wanted) AS oid
                UNION SELECT t.relid FROM unnest(wanted) AS w, pg_partition_tree(w::regclass) AS t) AS every;
              partitioned := EXISTS (SELECT FROM pg_class WHERE oid = ANY (wanted) AND relkind = 'p');
              stored := EXISTS (SELECT FROM pg_attribute
                WHERE attrelid = ANY (wanted) AND attgenerated = 's' AND NOT attisdropped);

              -- Whole old rows with every UPDATE and DELETE.
              FOR found IN SELECT oid::regclass AS name FROM pg_class
                  WHERE oid = ANY (parts) AND relkind IN ('r', 'p') AND relreplident <> 'f' ORDER BY oid LOOP
                IF EXISTS (SELECT FROM pg_attribute
                    WHERE attrelid = found.name AND attgenerated = 'v' AND NOT attisdropped) THEN
                  RAISE EXCEPTION 'table %% has a virtual generated column: under REPLICA IDENTITY FULL its UPDATEs and'
                    ' DELETEs would fail', found.name;
                END IF;
                EXECUTE format('ALTER TABLE ONLY %%s REPLICA IDENTITY FULL', found.name);
              END LOOP;
              IF partitioned THEN
                RAISE NOTICE 'partitions made later need REPLICA IDENTITY FULL too: run this again for them';
              END IF;

              -- The publication.
              IF stored AND version >= 180000 THEN
                options := options || ', publish_generated_columns = stored';
              END IF;
              IF NOT EXISTS (SELECT FROM pg_publication WHERE pubname = publication) THEN
                EXECUTE format('CREATE PUBLICATION %%I FOR TABLE %%s WITH (%%s)', publication,
                  (SELECT string_agg(oid::regclass::text, ', ') FROM unnest(wanted) AS oid), options);
              ELSE
                IF NOT (SELECT pubinsert AND pubupdate AND pubdelete AND pubtruncate
                    FROM pg_publication WHERE pubname = publication) THEN
                  EXECUTE format('ALTER PUBLICATION %%I SET (publish = ''insert, update, delete, truncate'')', publication);
                END IF;
                IF partitioned AND NOT (SELECT pubviaroot FROM pg_publication WHERE pubname = publication) THEN
                  EXECUTE format('ALTER PUBLICATION %%I SET (publish_via_partition_root = true)', publication);
                END IF;
                IF stored AND version >= 180000 THEN
                  EXECUTE format('ALTER PUBLICATION %%I SET (publish_generated_columns = stored)', publication);
                END IF;
                FOR found IN SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE c.oid = ANY (wanted) AND NOT EXISTS (SELECT FROM pg_publication_tables t
                      WHERE t.pubname = publication AND t.schemaname = n.nspname AND t.tablename = c.relname)
                    ORDER BY c.oid LOOP
                  EXECUTE format('ALTER PUBLICATION %%I ADD TABLE %%s', publication, found.name);
                END LOOP;
              END IF;

              -- The role, and what it may read.
              IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = follower) THEN
                EXECUTE format('CREATE ROLE %%I LOGIN REPLICATION', follower);
                RAISE NOTICE 'role %% has no password yet: give it one with \\password in psql', follower;
              ELSIF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = follower AND (rolreplication OR rolsuper)) THEN
                EXECUTE format('ALTER ROLE %%I REPLICATION', follower);
              END IF;
              FOR found IN SELECT c.oid::regclass AS name, n.nspname AS schema, c.relrowsecurity AS policies
                  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = ANY (wanted) ORDER BY c.oid LOOP
                EXECUTE format('GRANT USAGE ON SCHEMA %%I TO %%I', found.schema, follower);
                EXECUTE format('GRANT SELECT ON %%s TO %%I', found.name, follower);
                IF found.policies AND NOT EXISTS (SELECT FROM pg_roles
                    WHERE rolname = follower AND (rolbypassrls OR rolsuper)) THEN
                  RAISE WARNING 'table %% has row-level security: ALTER ROLE %% BYPASSRLS lets Straum read all its rows',
                    found.name, quote_ident(follower);
                END IF;
              END LOOP;

              IF current_setting('wal_level') <> 'logical' THEN
                RAISE WARNING 'wal_level is %%: ALTER SYSTEM SET wal_level = ''logical'' and restart the server',
                  current_setting('wal_level');
              END IF;
              IF current_setting('synchronous_standby_names') LIKE '%%*%%' THEN
                RAISE WARNING 'synchronous_standby_names is %%, which would make Straum a synchronous standby: name them',
                  current_setting('synchronous_standby_names');
              END IF;
            END
            """;

    private SetupSql() {}

    /**
     * SQL that looks for itself what is missing, and does that: for a server that cannot be asked. Safe to run again, and
     * to be run again for partitions made since.
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
        String body = GUARDED.formatted(String.join(", ", tables), literal(publication), literal(role));
        String quote = dollarQuote(body);
        return """
                -- Sets this database up for Straum to follow. Run it as a superuser, for instance by psql; safe to run again.
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
     * SQL that does what a check found missing; what no SQL mends and what may hurt stands in it as comments. Empty when
     * there is nothing to say.
     */
    public static String missing(Checkup checkup) {
        List<String> comments = new ArrayList<>();
        List<String> identities = new ArrayList<>();
        List<String> publication = new ArrayList<>();
        List<String> grants = new ArrayList<>();
        for (Unfit unfit : checkup.unfit()) {
            String sql = unfit.sql();
            if (sql == null) {
                comments.add("not to be mended by SQL: " + unfit.message());
            } else if (unfit instanceof Unfit.NoSelect
                    || unfit instanceof Unfit.NoUsage
                    || unfit instanceof Unfit.Policies) {
                grants.add(sql);
            } else if (unfit instanceof Unfit.NotFull
                    || unfit instanceof Unfit.Unlogged
                    || unfit instanceof Unfit.Children) {
                identities.add(sql);
            } else {
                publication.add(sql);
            }
        }
        checkup.warnings().forEach(warning -> comments.add("warning: " + warning));
        StringBuilder text = new StringBuilder();
        // A comment ends with its line.
        comments.forEach(
                comment -> text.append("-- ").append(comment.replace('\n', ' ')).append('\n'));
        List<String> statements = new ArrayList<>(identities);
        statements.addAll(publication);
        statements.addAll(grants);
        if (!statements.isEmpty()) {
            text.append("BEGIN;\nSET LOCAL lock_timeout = '10s';\n");
            statements.forEach(statement -> text.append(statement).append('\n'));
            text.append("COMMIT;\n");
        }
        return text.toString();
    }
}
