package straum.cli.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Asks a PostgreSQL for a constant, by a prepared statement over JDBC: what its protocol takes where nothing is read. */
final class SelectOne implements Asked {
    private final PreparedStatement statement;

    SelectOne(Connection connection) throws SQLException {
        statement = connection.prepareStatement("SELECT 1");
    }

    @Override
    public String name() {
        return "PostgreSQL, SELECT 1";
    }

    @Override
    public void ask(Span span) throws IOException, SQLException {
        try (ResultSet result = statement.executeQuery()) {
            if (!result.next() || result.getInt(1) != 1) {
                throw new IOException("SELECT 1 has no answer");
            }
        }
    }

    @Override
    public void close() throws SQLException {
        statement.close();
    }
}
