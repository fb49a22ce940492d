package straum.cli.disruption;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import straum.cli.testing.Question;

/**
 * What is loaded, changed and compared, written once: a spec over the tables {@code fact} and {@code dim}, their rows,
 * random transactions on them, and the questions whose answers are PostgreSQL's at any time.
 *
 * @param schema the statements that make the tables and fill them
 * @param publication the statement that publishes them
 * @param leaves the tables that hold the fact's rows
 * @param dimShare of a hundred transactions, how many change the dim
 * @param kinds the values of {@code fact.kind}, as SQL
 */
record Check(
        String name,
        List<String> schema,
        String publication,
        List<String> leaves,
        int dimShare,
        List<String> kinds,
        String spec,
        List<Question> questions) {
    /** The rows of the fact that are there before the load. */
    static final int ROWS = 2000;

    @Override
    public String toString() {
        return name;
    }

    /** Random rows with such numbers. */
    String insert(int from, int to, long salt) {
        return "INSERT INTO fact (id, at, kind, client, amount, weight, pad) SELECT n, '2026-11-13 00:00Z'::timestamptz"
                + " + (n * 7 + " + salt % 997 + ") % 1440 * interval '1 minute', (ARRAY[" + String.join(", ", kinds)
                + "])[1 + (n + " + salt % 7 + ") % " + kinds.size()
                + "], n % 13, (n % 91) * 1.25, (n % 64) / 4.0, md5((n % 40)::text)"
                + " FROM generate_series(" + from + ", " + to + ") n";
    }

    /** The statements of one random transaction; of the same state of the generator the same ones. */
    List<String> change(Random random, Rows rows) {
        int among = rows.next();
        List<String> statements = new ArrayList<>();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            statements.add(random.nextInt(100) < dimShare ? changeDim(random) : changeFact(random, among, rows));
        }
        if (random.nextInt(10) == 0) {
            statements.addAll(List.of(
                    "SAVEPOINT a",
                    "DELETE FROM fact",
                    "SAVEPOINT b",
                    "UPDATE dim SET region = 'never'",
                    "RELEASE b",
                    "ROLLBACK TO a"));
        }
        return statements;
    }

    private String changeFact(Random random, int among, Rows rows) {
        String some = " WHERE id % " + (20 + random.nextInt(200)) + " = " + random.nextInt(20);
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> {
                int from = rows.take(20);
                yield insert(from, from + random.nextInt(20), random.nextInt(10_000));
            }
            case 3 -> "UPDATE fact SET amount = amount + 0.25, weight = weight + 0.5" + some;
            case 4 -> "UPDATE fact SET kind = " + kinds.get(random.nextInt(kinds.size())) + some;
            case 5 -> "UPDATE fact SET client = " + random.nextInt(13) + some;
            case 6 ->
                "UPDATE fact SET at = '2026-11-13Z'::timestamptz + (id + " + random.nextInt(1440)
                        + ") % 1440 * interval '1 minute'" + some;
            case 7 ->
                "DELETE FROM fact WHERE id > " + ROWS / 2 + " AND id BETWEEN " + random.nextInt(among) + " AND "
                        + random.nextInt(among);
            default ->
                "INSERT INTO fact (id, at, kind, amount) SELECT id, at, kind, 1 FROM fact WHERE id % 50 = "
                        + random.nextInt(50)
                        + " ON CONFLICT (id, at) DO UPDATE SET amount = NULL, client = NULL, weight = -0.25";
        };
    }

    private static String changeDim(Random random) {
        int id = random.nextInt(13);
        return switch (random.nextInt(5)) {
            case 0, 1 -> "UPDATE dim SET region = 'region ' || " + random.nextInt(5) + " WHERE id = " + id;
            case 2 -> "UPDATE dim SET id = " + random.nextInt(13) + " WHERE id = " + id;
            case 3 -> "DELETE FROM dim WHERE id = " + id;
            default ->
                "INSERT INTO dim VALUES (" + id + ", 'region ' || " + random.nextInt(4) + ", " + random.nextInt(3)
                        + ")";
        };
    }

    /** Numbers that no row has had. Thread-safe. */
    static final class Rows {
        private int next = ROWS + 1;

        /** So many of them, the first of which is answered. */
        synchronized int take(int count) {
            int first = next;
            next += count;
            return first;
        }

        /** The least that was not taken. */
        synchronized int next() {
            return next;
        }
    }
}
