package straum.pg;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;

/** Why a database does not hold what a spec needs: one mismatch, and the SQL that mends it. */
public sealed interface Unfit {
    /** What does not fit, naming the table and the column, one sentence. */
    String message();

    /** What mends it, SQL to run in the database; null where only another spec or another table does. */
    default @Nullable String sql() {
        return null;
    }

    /** No such table. */
    record NoTable(TableName table, @Nullable TableName nearest) implements Unfit {
        @Override
        public String message() {
            return "there is no table " + table + (nearest == null ? "" : "; is it " + nearest + "?");
        }
    }

    /** A relation that no stream of changes comes from. */
    record NotATable(TableName table, String is) implements Unfit {
        @Override
        public String message() {
            return table + " is " + is + ", and only ordinary and partitioned tables can be followed";
        }
    }

    /** A table whose changes are not in the WAL. */
    record Unlogged(TableName table) implements Unfit {
        @Override
        public String message() {
            return "the table " + table + " is unlogged, so its changes are not in the WAL";
        }

        @Override
        public String sql() {
            return "ALTER TABLE " + table.sql() + " SET LOGGED;";
        }
    }

    /** A partitioned table of 14 to 17 that is unlogged, which says nothing of its partitions and cannot be altered. */
    record UnloggedRoot(TableName table) implements Unfit {
        @Override
        public String message() {
            return "the partitioned table " + table + " is unlogged, and no publication takes such a one, whatever its"
                    + " partitions are: it has to be made anew";
        }
    }

    /** A column of a partition that rows from before it have only by its default: 14 sends it as null in their old rows. */
    record Defaulted(TableName part, String column) implements Unfit {
        @Override
        public String message() {
            return "the partition " + part + " has rows from before its column " + column + ", which have the column's"
                    + " default without its being written, and PostgreSQL 14 sends it as null when they change; once they are"
                    + " written anew, which keeps the partition to itself, it does not";
        }

        @Override
        public String sql() {
            return "VACUUM FULL " + part.sql() + ";";
        }
    }

    /** A table that others inherit from: a query of it reads their rows too, and their changes come as theirs. */
    record Children(TableName table, TableName child) implements Unfit {
        @Override
        public String message() {
            return "the table " + child + " inherits from " + table
                    + ", and tables with such children cannot be followed; partitions can";
        }

        @Override
        public String sql() {
            return "ALTER TABLE " + child.sql() + " NO INHERIT " + table.sql() + ";";
        }
    }

    /** No such column. */
    record NoColumn(
            TableName table,
            String column,
            String view,
            @Nullable String nearest) implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " reads " + table + "." + column + ", and the table has no such column"
                    + (nearest == null ? "" : "; is it " + nearest + "?");
        }
    }

    /** A column of a type that what the view makes of it cannot be made of. */
    record WrongType(TableName table, String column, String view, String type, String need) implements Unfit {
        @Override
        public String message() {
            return "the column " + table + "." + column + " is of type " + type + ", and the view " + view + " " + need;
        }
    }

    /** A join that compares columns of two types. */
    record JoinTypes(String view, String left, String leftType, String right, String rightType) implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " joins " + left + " of type " + leftType + " to " + right + " of type "
                    + rightType + ": integers join integers, text joins varchar and name, and otherwise the types"
                    + " must be the same";
        }
    }

    /** A column compared under a collation by which unequal bytes can be equal. */
    record LooseCollation(TableName table, String column, String view, String collation) implements Unfit {
        @Override
        public String message() {
            return "the column " + table + "." + column + " has the nondeterministic collation " + collation
                    + ", by which different texts can be equal, so the view " + view + " cannot compare it";
        }
    }

    /** A text that a view orders where its collation would order it otherwise than by its bytes. */
    record OrderedByCollation(TableName table, String column, String view, String collation, String write)
            implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " orders " + table + "." + column + ", whose collation is " + collation
                    + ", and text is ordered by its bytes here: write " + write;
        }
    }

    /** A COLLATE of a column whose type has no collation, which PostgreSQL refuses. */
    record NoCollation(TableName table, String column, String view, String type) implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " writes COLLATE of " + table + "." + column + ", whose type " + type
                    + " has no collation: leave it out";
        }
    }

    /** A join of texts of two collations, which PostgreSQL refuses. */
    record JoinCollations(String view, String left, String leftCollation, String right, String rightCollation)
            implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " joins " + left + " of the collation " + leftCollation + " to " + right
                    + " of the collation " + rightCollation + ", and PostgreSQL cannot tell by which to compare them";
        }
    }

    /**
     * A condition that is none for the column it tests, or that PostgreSQL reads otherwise than it looks.
     *
     * @param fault what was read and why it cannot be
     * @param hint what to write instead; null where the fault says it
     */
    record BadCondition(String view, String fault, @Nullable String hint) implements Unfit {
        @Override
        public String message() {
            return "in a condition of the view " + view + ", " + fault + (hint == null ? "" : ": " + hint);
        }
    }

    /** A name in GROUP BY that PostgreSQL reads as a column the view does not mean. */
    record GroupedByColumn(String view, String name, TableName table) implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " groups by " + name + ", which PostgreSQL reads as the column " + table + "."
                    + name + ", and not as the output of that name: group by its expression or its position";
        }
    }

    /** A table, or a part of one, of which old rows do not come whole. */
    record NotFull(TableName table, boolean part) implements Unfit {
        @Override
        public String message() {
            return (part ? "the partition " : "the table ") + table
                    + " has not REPLICA IDENTITY FULL, so its old rows do not come whole";
        }

        @Override
        public String sql() {
            return "ALTER TABLE ONLY " + table.sql() + " REPLICA IDENTITY FULL;";
        }
    }

    /**
     * No such publication.
     *
     * @param tables those it has to hold
     * @param generated whether it has to carry stored generated columns, on a server that can (18 and later)
     */
    record NoPublication(String publication, List<TableName> tables, boolean generated) implements Unfit {
        public NoPublication {
            tables = List.copyOf(tables);
        }

        @Override
        public String message() {
            return "there is no publication " + publication;
        }

        @Override
        public String sql() {
            return "CREATE PUBLICATION " + TableName.quoted(publication) + " FOR TABLE "
                    + String.join(", ", tables.stream().map(TableName::sql).toList())
                    + " WITH (publish_via_partition_root = true"
                    + (generated ? ", publish_generated_columns = stored" : "") + ");";
        }
    }

    /** A table the publication leaves out. */
    record NotPublished(TableName table, String publication) implements Unfit {
        @Override
        public String message() {
            return "the table " + table + " is not in the publication " + publication;
        }

        @Override
        public String sql() {
            return "ALTER PUBLICATION " + TableName.quoted(publication) + " ADD TABLE " + table.sql() + ";";
        }
    }

    /** Kinds of change the publication leaves out. */
    record NotAllChanges(String publication, List<String> missing) implements Unfit {
        @Override
        public String message() {
            return "the publication " + publication + " leaves out every " + String.join(" and ", missing);
        }

        @Override
        public String sql() {
            return "ALTER PUBLICATION " + TableName.quoted(publication)
                    + " SET (publish = 'insert, update, delete, truncate');";
        }
    }

    /** A partitioned table whose changes come under its partitions' names. */
    record NotViaRoot(TableName table, String publication) implements Unfit {
        @Override
        public String message() {
            return "the table " + table + " is partitioned, and the publication " + publication
                    + " sends its changes as its partitions' and not as its own";
        }

        @Override
        public String sql() {
            return "ALTER PUBLICATION " + TableName.quoted(publication) + " SET (publish_via_partition_root = true);";
        }
    }

    /** A table of which the publication sends only some rows. */
    record RowFilter(TableName table, String publication) implements Unfit {
        @Override
        public String message() {
            return "the publication " + publication + " has a row filter for " + table + ", and all rows are needed";
        }

        @Override
        public String sql() {
            return addedAgain(publication, table);
        }
    }

    /** Columns a view reads that the publication's column list leaves out. */
    record ColumnList(TableName table, String publication, List<String> hidden) implements Unfit {
        @Override
        public String message() {
            return "the publication " + publication + " has a column list for " + table + " without "
                    + String.join(", ", hidden) + ", which the spec reads";
        }

        @Override
        public String sql() {
            return addedAgain(publication, table);
        }
    }

    /** A generated column that does not come with the changes. */
    record GeneratedColumn(TableName table, String column, String view, String publication, boolean canBePublished)
            implements Unfit {
        @Override
        public String message() {
            return "the view " + view + " reads " + table + "." + column + ", a generated column that "
                    + (canBePublished ? "the publication " + publication + " leaves out" : "the server never sends");
        }

        @Override
        public @Nullable String sql() {
            return canBePublished ? publishingGenerated(publication) : null;
        }
    }

    /** A table of which policies hide rows from the role. */
    record Policies(TableName table, String role) implements Unfit {
        @Override
        public String message() {
            return "the table " + table + " has row-level security, which hides rows from the role " + role
                    + ": only a role with BYPASSRLS, a superuser or the table's owner surely reads them all, whatever the"
                    + " policies say";
        }

        @Override
        public String sql() {
            return "ALTER ROLE " + TableName.quoted(role) + " BYPASSRLS;";
        }
    }

    /** A table the role may not read. */
    record NoSelect(TableName table, String role) implements Unfit {
        @Override
        public String message() {
            return "the role " + role + " may not read the table " + table;
        }

        @Override
        public String sql() {
            return "GRANT SELECT ON " + table.sql() + " TO " + TableName.quoted(role) + ";";
        }
    }

    /** A schema the role may not use. */
    record NoUsage(String schema, String role) implements Unfit {
        @Override
        public String message() {
            return "the role " + role + " may not use the schema " + schema;
        }

        @Override
        public String sql() {
            return "GRANT USAGE ON SCHEMA " + TableName.quoted(schema) + " TO " + TableName.quoted(role) + ";";
        }
    }

    /**
     * A table that lacks REPLICA IDENTITY FULL, and whose owner's UPDATEs and DELETEs it would make fail.
     *
     * @param why what makes them fail
     */
    record CannotBeFull(TableName table, String why) implements Unfit {
        @Override
        public String message() {
            return "the table " + table + " has not REPLICA IDENTITY FULL, and under it UPDATE and DELETE of " + table
                    + " would fail: " + why;
        }
    }

    /** A partition that the publication holds as a part of a table above it, under whose name its changes come. */
    record UnderRoot(TableName table, TableName root, String publication) implements Unfit {
        @Override
        public String message() {
            return "the publication " + publication + " sends the changes of " + table + " as those of " + root
                    + ", of which it is a partition: read " + root + ", or follow by another publication, of " + table
                    + " alone";
        }
    }

    /**
     * A setting of the server that keeps Straum from following.
     *
     * @param what which, and what to do
     * @param set the SQL that sets it, outside of a transaction; null where only the server's host can
     */
    record Setting(String what, @Nullable String set) implements Unfit {
        @Override
        public String message() {
            return what;
        }

        @Override
        public @Nullable String sql() {
            return set;
        }
    }

    /** A replication connection that the server did not take, for a reason no catalog says. */
    record NoConnection(String why) implements Unfit {
        @Override
        public String message() {
            return "a replication connection is not to be had: " + why;
        }
    }

    /**
     * No such role.
     *
     * @param granted whether REPLICATION is a role to be granted, {@code rds_replication}, and no attribute
     */
    record NoRole(String role, boolean granted) implements Unfit {
        @Override
        public String message() {
            return "there is no role " + role;
        }

        @Override
        public String sql() {
            String create = "CREATE ROLE " + TableName.quoted(role) + " LOGIN";
            return granted ? create + "; " + replication(role, true) : create + " REPLICATION;";
        }
    }

    /** A role that nobody logs in as. */
    record NoLogin(String role) implements Unfit {
        @Override
        public String message() {
            return "the role " + role + " may not log in";
        }

        @Override
        public String sql() {
            return "ALTER ROLE " + TableName.quoted(role) + " LOGIN;";
        }
    }

    /** A role that may not replicate; {@code granted} as of {@link NoRole}. */
    record NoReplication(String role, boolean granted) implements Unfit {
        @Override
        public String message() {
            return "the role " + role + " may not replicate";
        }

        @Override
        public String sql() {
            return replication(role, granted);
        }
    }

    /** A role that may not connect to the database. */
    record NoConnect(String database, String role) implements Unfit {
        @Override
        public String message() {
            return "the role " + role + " may not connect to the database " + database;
        }

        @Override
        public String sql() {
            return "GRANT CONNECT ON DATABASE " + TableName.quoted(database) + " TO " + TableName.quoted(role) + ";";
        }
    }

    private static String replication(String role, boolean granted) {
        return granted
                ? "GRANT rds_replication TO " + TableName.quoted(role) + ";"
                : "ALTER ROLE " + TableName.quoted(role) + " REPLICATION;";
    }

    /** The statement that makes stored generated columns come; for 18 and later. */
    static String publishingGenerated(String publication) {
        return "ALTER PUBLICATION " + TableName.quoted(publication) + " SET (publish_generated_columns = stored);";
    }

    /** The statements that take a table's row filter and column list away. */
    static String addedAgain(String publication, TableName table) {
        String alter = "ALTER PUBLICATION " + TableName.quoted(publication);
        return alter + " DROP TABLE " + table.sql() + "; " + alter + " ADD TABLE " + table.sql() + ";";
    }
}
