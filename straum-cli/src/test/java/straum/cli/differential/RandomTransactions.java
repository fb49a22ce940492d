package straum.cli.differential;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** Changes the tables of a schema by random transactions, some of which are rolled back, whole or in part. */
final class RandomTransactions {
    /** A table is emptied past so many rows: joins multiply. */
    private static final int MAX_ROWS = 120;

    private static final int IDS = 150;

    /** What a table has at least where a run of transactions begins. */
    private static final int MIN_ROWS = 30;

    private final Dice dice;
    private final Schema schema;
    private final Connection connection;
    private int nextId = IDS;
    private int prepared;

    /** Over a session that is not in auto-commit. */
    RandomTransactions(Dice dice, Schema schema, Connection connection) {
        this.dice = dice;
        this.schema = schema;
        this.connection = connection;
    }

    /** Fills tables that have hardly any rows, and runs so many transactions; nothing is left open. */
    void run(int count) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Schema.Table table : schema.tables()) {
                if (rows(statement, table) < MIN_ROWS) {
                    copy(table, MIN_ROWS);
                }
            }
            connection.commit();
            for (int i = 0; i < count; i++) {
                transaction(statement);
                end(statement);
            }
        }
    }

    private void end(Statement statement) throws SQLException {
        boolean commits = !dice.percent(10);
        if (dice.percent(10)) {
            String name = "'straum " + prepared++ + "'";
            statement.execute("PREPARE TRANSACTION " + name);
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute((commits ? "COMMIT" : "ROLLBACK") + " PREPARED " + name);
            connection.setAutoCommit(false);
        } else if (commits) {
            connection.commit();
        } else {
            connection.rollback();
        }
    }

    private static int rows(Statement statement, Schema.Table table) throws SQLException {
        try (ResultSet result = statement.executeQuery("SELECT count(*) FROM " + table.sql())) {
            result.next();
            return result.getInt(1);
        }
    }

    private void transaction(Statement statement) throws SQLException {
        for (int changes = dice.pick(List.of(1, 1, 1, 2, 3, 6)); changes > 0; changes--) {
            if (dice.percent(15)) {
                statement.execute("SAVEPOINT s");
                change(statement);
                change(statement);
                statement.execute(dice.percent(60) ? "ROLLBACK TO SAVEPOINT s" : "RELEASE SAVEPOINT s");
            } else {
                change(statement);
            }
        }
    }

    private void change(Statement statement) throws SQLException {
        Schema.Table table = dice.pick(schema.tables());
        switch (dice.below(20)) {
            case 0, 1, 2, 3, 4 -> insert(statement, table);
            case 5, 6 -> copy(table, dice.pick(List.of(1, 5, 30)));
            case 7, 8, 9, 10, 11, 12, 13 -> update(statement, table);
            case 14 -> delete(statement, table);
            case 15, 16 -> upsert(statement, table);
            case 17 -> statement.execute("UPDATE " + table.sql() + " SET id = id" + some());
            case 18 -> statement.execute("UPDATE " + table.sql() + " SET id = id");
            default -> truncate(statement, table);
        }
        keepSmall(statement, table);
    }

    private void insert(Statement statement, Schema.Table table) throws SQLException {
        statement.execute("INSERT INTO " + table.sql() + " VALUES " + rows(table, dice.pick(List.of(1, 1, 3, 10, 40)))
                + (table.hasPrimaryKey() ? " ON CONFLICT (id) DO NOTHING" : ""));
    }

    private void upsert(Statement statement, Schema.Table table) throws SQLException {
        if (!table.hasPrimaryKey()) {
            insert(statement, table);
            return;
        }
        String set = dice.pick(table.columns().subList(1, table.columns().size()), 3).stream()
                .map(column -> column.sql() + " = excluded." + column.sql())
                .collect(Collectors.joining(", "));
        // One at a time: a statement may not touch a row twice.
        for (int i = dice.between(1, 6); i > 0; i--) {
            statement.execute("INSERT INTO " + table.sql() + " VALUES " + rows(table, 1)
                    + " ON CONFLICT (id) DO UPDATE SET " + set);
        }
    }

    private String rows(Schema.Table table, int count) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(row(table).stream()
                    .map(value -> value == null ? "NULL" : Sql.text(value))
                    .collect(Collectors.joining(", ", "(", ")")));
        }
        return String.join(", ", rows);
    }

    private List<@Nullable String> row(Schema.Table table) {
        List<@Nullable String> row = new ArrayList<>();
        row.add("" + dice.below(IDS));
        for (Schema.Column column : table.columns().subList(1, table.columns().size())) {
            row.add(column.value(dice));
        }
        return row;
    }

    private void copy(Schema.Table table, int count) throws SQLException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            List<@Nullable String> row = row(table);
            row.set(0, "" + nextId++);
            lines.append(row.stream().map(RandomTransactions::copied).collect(Collectors.joining("\t", "", "\n")));
        }
        try {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn("COPY " + table.sql() + " FROM STDIN", new StringReader(lines.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String copied(@Nullable String value) {
        return value == null
                ? "\\N"
                : value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private void update(Statement statement, Schema.Table table) throws SQLException {
        String set = dice.pick(table.columns().subList(1, table.columns().size()), dice.between(1, 3)).stream()
                .map(column -> column.sql() + " = " + literal(column.value(dice)))
                .collect(Collectors.joining(", "));
        statement.execute("UPDATE " + table.sql() + " SET " + set + some());
    }

    private static String literal(@Nullable String value) {
        return value == null ? "NULL" : Sql.text(value);
    }

    private void delete(Statement statement, Schema.Table table) throws SQLException {
        statement.execute("DELETE FROM " + table.sql() + some());
    }

    /** One row or a part of them, by their ids. */
    private String some() {
        int of = dice.pick(List.of(2, 3, 5, 40));
        return " WHERE id % " + of + " = " + dice.below(of);
    }

    private void truncate(Statement statement, Schema.Table table) throws SQLException {
        // Straum starts over where the partitions of a table are emptied, which is tested elsewhere.
        List<Schema.Table> plain = schema.tables().stream()
                .filter(other -> other.partitions() == 0)
                .toList();
        if (dice.percent(70) || table.partitions() > 0) {
            return;
        }
        String tables = dice.percent(50)
                ? table.sql()
                : dice.pick(plain, 2).stream().map(Schema.Table::sql).collect(Collectors.joining(", "));
        statement.execute("TRUNCATE " + tables);
    }

    private static void keepSmall(Statement statement, Schema.Table table) throws SQLException {
        statement.execute("DELETE FROM " + table.sql() + " WHERE (SELECT count(*) FROM " + table.sql() + ") > "
                + MAX_ROWS + " AND id % 3 <> 0");
    }
}
