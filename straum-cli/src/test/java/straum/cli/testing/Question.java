package straum.cli.testing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An ask without parameters, and the query that PostgreSQL has to answer alike, in the same order.
 *
 * @param query over the tables, each column of a type that {@code to_json} takes
 */
public record Question(String ask, String query) {
    /** What PostgreSQL answers in this session, each value as an answer of Straum has it; the session's zone is UTC. */
    public List<List<@Nullable String>> truth(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int columns;
            try (ResultSet none = statement.executeQuery("SELECT * FROM (" + query + "\n) AS q LIMIT 0")) {
                columns = none.getMetaData().getColumnCount();
            }
            String names =
                    IntStream.rangeClosed(1, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
            String json = IntStream.rangeClosed(1, columns)
                    .mapToObj(i -> "to_json(c" + i + ")")
                    .collect(Collectors.joining(", "));
            List<List<@Nullable String>> rows = new ArrayList<>();
            try (ResultSet result =
                    statement.executeQuery("SELECT " + json + " FROM (" + query + "\n) AS q (" + names + ")")) {
                while (result.next()) {
                    List<@Nullable String> row = new ArrayList<>();
                    for (int column = 1; column <= columns; column++) {
                        String value = result.getString(column);
                        row.add(value == null ? null : withZ(Answered.value(value)));
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    /** Straum writes Z for the offset of UTC. */
    private static @Nullable String withZ(@Nullable String value) {
        return value == null ? null : value.replace("+00:00", "Z");
    }
}
