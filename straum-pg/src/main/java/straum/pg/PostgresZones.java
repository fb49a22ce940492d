package straum.pg;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.postgresql.jdbc.PgConnection;
import straum.app.SourceException;
import straum.app.Zones;

/** The time zones of a PostgreSQL, each asked for on a plain connection of its own that is closed behind it. */
public final class PostgresZones implements Zones {
    private static final long DAY = 86_400;

    /** {@code invalid_parameter_value}: what an unknown zone is. */
    private static final String UNKNOWN = "22023";

    /** The server answers in well under a second; one that does not is not waited for. */
    private static final String TIMEOUT = "SET statement_timeout = '10s'";

    /** What is told at the first instant, and wherever it is another than at the one before. */
    private static final String QUERY = """
            SELECT n, ahead, begin FROM (
             SELECT n, ahead, begin, lag(ahead) OVER byTime AS aheadBefore, lag(begin) OVER byTime AS beginBefore FROM (
              SELECT n, extract(epoch FROM to_timestamp(s) AT TIME ZONE zone)::int8 - s AS ahead,
               extract(epoch FROM date_trunc('day', to_timestamp(s), zone))::int8 - s / 86400 * 86400 AS begin
              FROM unnest(CAST(? AS int8[])) WITH ORDINALITY AS instant (s, n), (SELECT CAST(? AS text) AS zone) AS named
             ) AS told WINDOW byTime AS (ORDER BY n)
            ) AS changed WHERE n = 1 OR ahead <> aheadBefore OR begin <> beginBefore ORDER BY n
            """;

    private final Dsn dsn;

    /** The zones of that server. */
    public PostgresZones(Dsn dsn) {
        this.dsn = dsn;
    }

    @Override
    public @Nullable Told at(String zone, long[] seconds) throws SourceException {
        PgConnection plain = new Connector(dsn).plain();
        try (Statement timeout = plain.createStatement();
                PreparedStatement query = plain.prepareStatement(QUERY)) {
            if (dsn.hosts().size() > 1) {
                // Of several hosts only the one that is followed: a standby's system may have other zones.
                Server.of(plain, dsn);
            }
            timeout.execute(TIMEOUT);
            query.setString(1, array(seconds));
            query.setString(2, zone);
            try (ResultSet changes = query.executeQuery()) {
                return told(seconds, changes);
            }
        } catch (SQLException e) {
            if (UNKNOWN.equals(e.getSQLState())) {
                return null;
            }
            throw Refusal.of("asking for the times in " + zone, e);
        } finally {
            Connector.close(plain);
        }
    }

    private static String array(long[] seconds) {
        StringBuilder array = new StringBuilder(seconds.length * 12).append('{');
        for (int i = 0; i < seconds.length; i++) {
            array.append(i == 0 ? "" : ",").append(seconds[i]);
        }
        return array.append('}').toString();
    }

    private static Told told(long[] seconds, ResultSet changes) throws SQLException {
        long[] offsets = new long[seconds.length];
        long[] days = new long[seconds.length];
        int next = changes.next() ? changes.getInt(1) - 1 : seconds.length;
        long ahead = 0;
        long begin = 0;
        for (int i = 0; i < seconds.length; i++) {
            if (i == next) {
                ahead = changes.getLong(2);
                begin = changes.getLong(3);
                next = changes.next() ? changes.getInt(1) - 1 : seconds.length;
            }
            offsets[i] = ahead;
            days[i] = seconds[i] / DAY * DAY + begin; // towards 0, as the server divides
        }
        return new Told(offsets, days);
    }
}
