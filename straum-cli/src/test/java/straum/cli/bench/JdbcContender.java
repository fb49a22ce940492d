package straum.cli.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A database that is asked by a prepared statement over JDBC. */
final class JdbcContender implements Contender {
    /** Over the cells by hour. */
    static final String CELLS = "SELECT region, sum(events), sum(amount) FROM %s"
            + " WHERE kind IN (?, ?) AND bucket >= ? AND bucket < ? GROUP BY region ORDER BY region";

    /** Over the rows. */
    static final String ROWS =
            "SELECT a.region, count(*), sum(e.amount) FROM %s e LEFT JOIN %s a ON a.id = e.account_id"
                    + " WHERE e.kind IN (?, ?) AND e.\"at\" >= ? AND e.\"at\" < ? GROUP BY a.region ORDER BY a.region";

    private final String name;
    private final boolean zoned;
    private final PreparedStatement statement;

    /**
     * A contender.
     *
     * @param zoned whether its times have a zone; else they are of UTC
     * @param query takes two kinds, and from when until before when
     */
    JdbcContender(String name, Connection connection, boolean zoned, String query) throws SQLException {
        this.name = name;
        this.zoned = zoned;
        this.statement = connection.prepareStatement(query);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void ask(Span span) throws SQLException {
        answer(span);
    }

    @Override
    public List<String> answer(Span span) throws SQLException {
        statement.setString(1, KINDS.get(0));
        statement.setString(2, KINDS.get(1));
        statement.setObject(3, time(span.from()));
        statement.setObject(4, time(span.to()));
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(result.getString(1) + "|" + result.getString(2) + "|" + result.getString(3));
            }
        }
        return rows;
    }

    private Object time(Instant at) {
        LocalDateTime time = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
        return zoned ? time.atOffset(ZoneOffset.UTC) : time;
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
