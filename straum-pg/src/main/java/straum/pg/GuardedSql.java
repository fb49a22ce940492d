package straum.pg;

/** The block of {@link SetupSql#guarded}. It does by itself what {@link SetupCheck} finds and the SQL of each mismatch mends. */
final class GuardedSql {
    /**
     * Filled with the list of tables, the publication's name and the role's, each a literal. Catalog columns that not
     * every version has are read by way of {@code to_jsonb}, and whole catalogs behind a test of the version: a statement
     * is only looked at when it is run.
     */
    static final String BODY = """
            DECLARE
              names text[] := ARRAY[%1$s];
              publication text := %2$s;
              follower text := %3$s;
              version int := current_setting('server_version_num');
              options text := 'publish = ''insert, update, delete, truncate'', publish_via_partition_root = true';
              problems text[] := '{}';
              wanted oid[];
              parts oid[];
              above oid[];
              schemas text[] := '{}';
              partitioned boolean;
              stored boolean;
              lent boolean := EXISTS (SELECT FROM pg_roles WHERE rolname = 'rds_replication');
              found record;
            BEGIN
              IF version < 140000 THEN
                RAISE EXCEPTION 'this is PostgreSQL %%: Straum follows 14 and later', current_setting('server_version');
              END IF;
              SELECT array_agg(to_regclass(name)::oid), array_agg('there is no table ' || name)
                  FILTER (WHERE to_regclass(name) IS NULL)
                INTO wanted, problems FROM unnest(names) AS name;
              SELECT array_agg(oid) INTO parts FROM (
                WITH RECURSIVE part(oid) AS (
                  SELECT unnest(wanted) UNION SELECT i.inhrelid FROM part p JOIN pg_inherits i ON i.inhparent = p.oid)
                SELECT oid FROM part) AS every;
              SELECT array_agg(oid) INTO above FROM (
                WITH RECURSIVE up(oid) AS (
                  SELECT unnest(parts)
                  UNION SELECT i.inhparent FROM up u JOIN pg_class c ON c.oid = u.oid AND c.relispartition
                    JOIN pg_inherits i ON i.inhrelid = u.oid)
                SELECT oid FROM up) AS every;
              IF version >= 150000 THEN
                SELECT coalesce(array_agg(pnpubid || ' ' || pnnspid), '{}') INTO schemas FROM pg_publication_namespace;
              END IF;
              partitioned := EXISTS (SELECT FROM pg_class WHERE oid = ANY (wanted) AND relkind = 'p');
              stored := EXISTS (SELECT FROM pg_attribute
                WHERE attrelid = ANY (wanted) AND attgenerated = 's' AND NOT attisdropped);

              -- What this does not mend.
              FOR found IN SELECT oid::regclass AS name, oid, relkind, relpersistence,
                    oid = ANY (wanted) AS named FROM pg_class WHERE oid = ANY (parts) ORDER BY oid LOOP
                IF found.relkind NOT IN ('r', 'p') THEN
                  problems := problems || format('%%s is no table: only ordinary and partitioned tables can be followed',
                    found.name);
                ELSIF found.relpersistence = 't' THEN
                  problems := problems || format('%%s is a temporary table', found.name);
                ELSIF found.oid::int8 < 16384 THEN
                  problems := problems || format('%%s is a table that PostgreSQL has made for itself, which never sends its'
                    ' changes', found.name);
                ELSIF found.relpersistence = 'u' AND found.relkind = 'p' THEN
                  problems := problems || format('the partitioned table %%s is unlogged, and no publication takes such a one,'
                    ' whatever its partitions are: it has to be made anew', found.name);
                ELSIF found.relpersistence = 'u' THEN
                  problems := problems || format('table %%s is unlogged: ALTER TABLE %%1$s SET LOGGED; writes all of it to'
                    ' the WAL', found.name);
                END IF;
                IF version >= 180000 AND EXISTS (SELECT FROM pg_attribute
                    WHERE attrelid = found.oid AND attgenerated = 'v' AND NOT attisdropped) THEN
                  problems := problems || format('table %%s has a virtual generated column: under REPLICA IDENTITY FULL its'
                    ' UPDATEs and DELETEs would fail', found.name);
                END IF;
              END LOOP;
              FOR found IN SELECT i.inhrelid::regclass AS child, i.inhparent::regclass AS parent
                  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent AND c.relkind = 'r'
                  WHERE i.inhparent = ANY (parts) LOOP
                problems := problems || format('table %%s inherits from %%s, and tables with such children cannot be'
                  ' followed: ALTER TABLE %%1$s NO INHERIT %%2$s; parts them', found.child, found.parent);
              END LOOP;
              -- Others' publications, under which an identity of all columns stops UPDATEs and DELETEs.
              FOR found IN SELECT DISTINCT p.pubname, a.oid::regclass AS name,
                    to_jsonb(r) ->> 'prattrs' IS NOT NULL AS list, p.puballtables OR r.oid IS NOT NULL AS direct
                  FROM unnest(above) AS a(oid) JOIN pg_class c ON c.oid = a.oid CROSS JOIN pg_publication p
                  LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid AND r.prrelid = a.oid
                  WHERE p.pubname <> publication AND (p.pubupdate OR p.pubdelete) AND (p.puballtables OR r.oid IS NOT NULL
                    OR p.oid || ' ' || c.relnamespace = ANY (schemas))
                    -- A partition's own list counts for nothing where its changes are sent as those of a table above it.
                    AND ((to_jsonb(r) ->> 'prattrs' IS NOT NULL AND NOT (p.pubviaroot AND EXISTS (
                        SELECT FROM pg_partition_ancestors(a.oid) AS n(oid) JOIN pg_class k ON k.oid = n.oid
                        WHERE n.oid <> a.oid AND (p.oid || ' ' || k.relnamespace = ANY (schemas)
                          OR EXISTS (SELECT FROM pg_publication_rel WHERE prpubid = p.oid AND prrelid = n.oid)))))
                      OR (stored AND version >= 180000 AND to_jsonb(p) ->> 'pubgencols' <> 's'
                        AND EXISTS (SELECT FROM pg_attribute
                          WHERE attrelid = a.oid AND attgenerated = 's' AND NOT attisdropped)))
                  ORDER BY 1, 2 LOOP
                problems := problems || format('the publication %%s %%s %%s: under REPLICA IDENTITY FULL its UPDATEs and'
                  ' DELETEs would fail', found.pubname,
                  CASE WHEN found.list THEN 'has a column list for' ELSE 'leaves out generated columns of' END, found.name);
              END LOOP;
              -- Changes that come under the name of a table above the one that is read.
              FOR found IN SELECT a.oid::regclass AS name FROM unnest(above) AS a(oid) JOIN pg_class c ON c.oid = a.oid
                  JOIN pg_publication p ON p.pubname = publication AND p.pubviaroot
                  WHERE NOT a.oid = ANY (parts) AND (p.puballtables
                    OR EXISTS (SELECT FROM pg_publication_rel WHERE prpubid = p.oid AND prrelid = a.oid)
                    OR p.oid || ' ' || c.relnamespace = ANY (schemas)) LOOP
                problems := problems || format('the publication %%s sends the changes of all partitions of %%s as those of'
                  ' %%2$s: read that, or follow by another publication', publication, found.name);
              END LOOP;
              IF problems <> '{}' THEN
                RAISE EXCEPTION 'nothing has been changed, for this is not mended here:%%',
                  E'\\n- ' || array_to_string(problems, E'\\n- ');
              END IF;

              -- Whole old rows with every UPDATE and DELETE, which makes their WAL larger by the old row.
              FOR found IN SELECT oid::regclass AS name FROM pg_class
                  WHERE oid = ANY (parts) AND relreplident <> 'f' ORDER BY oid LOOP
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
                IF stored AND version >= 180000
                    AND (SELECT to_jsonb(p) ->> 'pubgencols' <> 's' FROM pg_publication p WHERE pubname = publication) THEN
                  EXECUTE format('ALTER PUBLICATION %%I SET (publish_generated_columns = stored)', publication);
                END IF;
                -- Row filters and column lists are left out by adding the table again.
                FOR found IN SELECT r.prrelid::regclass AS name FROM pg_publication_rel r
                    JOIN pg_publication p ON p.oid = r.prpubid AND p.pubname = publication
                    WHERE r.prrelid = ANY (parts)
                      AND (to_jsonb(r) ->> 'prqual' IS NOT NULL OR to_jsonb(r) ->> 'prattrs' IS NOT NULL)
                    ORDER BY r.prrelid LOOP
                  EXECUTE format('ALTER PUBLICATION %%I DROP TABLE %%s', publication, found.name);
                  EXECUTE format('ALTER PUBLICATION %%I ADD TABLE %%s', publication, found.name);
                END LOOP;
                FOR found IN SELECT c.oid::regclass AS name FROM pg_class c
                    JOIN pg_publication p ON p.pubname = publication AND NOT p.puballtables
                    WHERE c.oid = ANY (wanted)
                      AND NOT EXISTS (SELECT FROM pg_publication_rel WHERE prpubid = p.oid AND prrelid = c.oid)
                      AND NOT (p.oid || ' ' || c.relnamespace = ANY (schemas))
                    ORDER BY c.oid LOOP
                  EXECUTE format('ALTER PUBLICATION %%I ADD TABLE %%s', publication, found.name);
                END LOOP;
              END IF;

              -- The role, and what it may read. Amazon RDS lends the right to replicate by a role.
              IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = follower) THEN
                EXECUTE format(CASE WHEN lent THEN 'CREATE ROLE %%I LOGIN' ELSE 'CREATE ROLE %%I LOGIN REPLICATION' END,
                  follower);
                RAISE NOTICE 'role %% has no password yet: give it one with \\password in psql', follower;
              END IF;
              IF NOT (SELECT rolcanlogin FROM pg_roles WHERE rolname = follower) THEN
                EXECUTE format('ALTER ROLE %%I LOGIN', follower);
              END IF;
              IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = follower AND (rolreplication OR rolsuper)) THEN
                EXECUTE format(CASE WHEN lent THEN 'GRANT rds_replication TO %%I' ELSE 'ALTER ROLE %%I REPLICATION' END,
                  follower);
              END IF;
              IF NOT has_database_privilege(follower, current_database(), 'CONNECT') THEN
                EXECUTE format('GRANT CONNECT ON DATABASE %%I TO %%I', current_database(), follower);
              END IF;
              FOR found IN SELECT c.oid::regclass AS name, c.oid, n.nspname AS schema, c.relowner, c.relrowsecurity,
                    c.relforcerowsecurity FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                  WHERE c.oid = ANY (wanted) ORDER BY c.oid LOOP
                IF NOT has_schema_privilege(follower, found.schema, 'USAGE') THEN
                  EXECUTE format('GRANT USAGE ON SCHEMA %%I TO %%I', found.schema, follower);
                END IF;
                IF NOT has_table_privilege(follower, found.oid, 'SELECT') THEN
                  EXECUTE format('GRANT SELECT ON %%s TO %%I', found.name, follower);
                END IF;
                IF found.relrowsecurity AND NOT (SELECT rolbypassrls OR rolsuper OR (NOT found.relforcerowsecurity
                    AND pg_has_role(oid, found.relowner, 'USAGE')) FROM pg_roles WHERE rolname = follower) THEN
                  EXECUTE format('ALTER ROLE %%I BYPASSRLS', follower);
                  RAISE NOTICE 'table %% has row-level security: role %% has BYPASSRLS now, to read all of its rows',
                    found.name, follower;
                END IF;
              END LOOP;

              -- Which columns are read is not known here.
              FOR found IN SELECT a.attrelid::regclass AS name, string_agg(quote_ident(a.attname), ', ') AS columns
                  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relispartition AND c.relkind = 'r'
                  WHERE version < 150000 AND a.attrelid = ANY (parts) AND NOT a.attrelid = ANY (wanted)
                    AND a.atthasmissing AND NOT a.attisdropped
                  GROUP BY a.attrelid ORDER BY a.attrelid LOOP
                RAISE WARNING 'partition %% has rows from before its %%, which have the default without its being written, and'
                  ' PostgreSQL 14 sends it as null when they change: where Straum reads it, VACUUM FULL %%; has it written',
                  found.name, found.columns, found.name;
              END LOOP;

              -- What is the server's.
              IF current_setting('wal_level') <> 'logical' THEN
                RAISE WARNING 'wal_level is %%: ALTER SYSTEM SET wal_level = ''logical''; and restart the server',
                  current_setting('wal_level');
              END IF;
              IF current_setting('synchronous_standby_names') ~* '[*]|(^|[ ,("])straum([ ,)"]|$)' THEN
                RAISE WARNING 'synchronous_standby_names is %%, which takes Straum in as a synchronous standby: name those'
                  ' that are meant', current_setting('synchronous_standby_names');
              END IF;
              IF current_setting('max_replication_slots')::int <= (SELECT count(*) FROM pg_replication_slots) THEN
                RAISE WARNING 'no replication slot is left: raise max_replication_slots and restart the server';
              END IF;
              IF current_setting('max_wal_senders')::int <= (SELECT count(*) FROM pg_stat_get_wal_senders()) THEN
                RAISE WARNING 'no walsender is left: raise max_wal_senders and restart the server';
              END IF;
              IF (SELECT pg_encoding_to_char(encoding) <> 'UTF8' FROM pg_database WHERE datname = current_database()) THEN
                RAISE WARNING 'this database is not in UTF8: Straum cannot follow it';
              END IF;
            END
            """;

    private GuardedSql() {}
}
