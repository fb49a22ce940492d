package straum.cli.disruption;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import straum.cli.testing.Question;

/** The checks: what Straum keeps in each of its ways. */
final class Checks {
    private static final String BUCKET = "date_bin('1 hour', f.at, TIMESTAMPTZ '1970-01-01 00:00:00+00') AS bucket";
    private static final List<String> TEXTS = List.of("'view'", "'click'", "'buy'");
    private static final String DIM = "CREATE TABLE dim (id int, region text, grade int)";

    private Checks() {}

    /** All of them. */
    static List<Check> all() {
        return List.of(join(), partitions(), dims(), labels());
    }

    /** A join with value cells and sums of floats. */
    private static Check join() {
        return check(
                "join",
                plain("kind text"),
                10,
                TEXTS,
                "f.kind, d.region",
                "count(*) AS n, sum(f.amount) AS amount, sum(f.weight) AS weight, count(DISTINCT f.pad) AS pads,"
                        + " min(f.amount) AS least, percentile_disc(0.5) WITHIN GROUP (ORDER BY f.amount) AS median",
                "fact f LEFT JOIN dim d ON d.id = f.client",
                List.of("kind", "region"),
                List.of("n", "amount", "weight", "pads", "least", "median"));
    }

    /** A partitioned fact, published by its root, with a filter on the joined table. */
    private static Check partitions() {
        return check(
                "partitions",
                List.of(
                        columns("kind text") + " PARTITION BY RANGE (at)",
                        "CREATE TABLE early PARTITION OF fact FOR VALUES FROM ('2026-11-01Z') TO ('2026-11-13 08:00Z')",
                        "CREATE TABLE late PARTITION OF fact FOR VALUES FROM ('2026-11-13 08:00Z') TO ('2026-12-01Z')"),
                10,
                TEXTS,
                "f.kind",
                "count(*) AS n, count(f.client) AS clients, sum(f.amount) AS amount, avg(f.amount) AS mean, sum(f.weight) AS weight",
                "fact f JOIN dim d ON d.id = f.client",
                List.of("kind"),
                List.of("n", "clients", "amount", "mean", "weight"));
    }

    /** Joins whose columns are no keys, so that cells are bound, and a dim that changes all the time. */
    private static Check dims() {
        return check(
                "dims",
                plain("kind text"),
                60,
                TEXTS,
                "d.region, d.grade",
                "count(*) AS n, sum(f.amount) AS amount, count(*) FILTER (WHERE d.grade = 1) AS first",
                "fact f LEFT JOIN dim d ON d.id = f.client"
                        + " WHERE NOT EXISTS (SELECT 1 FROM dim x WHERE x.id = f.client AND x.region = 'region 3')",
                List.of("region", "grade"),
                List.of("n", "amount", "first"));
    }

    /** A key that is an enum. */
    private static Check labels() {
        List<String> schema = new ArrayList<>(List.of("CREATE TYPE mood AS ENUM ('sad', 'ok', 'great')"));
        schema.addAll(plain("kind mood"));
        return check(
                "labels",
                schema,
                10,
                List.of("'sad'::mood", "'ok'::mood", "'great'::mood", "NULL"),
                "f.kind",
                "count(*) AS n, sum(f.amount) AS amount, max(f.kind) AS best",
                "fact f JOIN dim d ON d.id = f.client",
                List.of("kind"),
                List.of("n", "amount", "best"));
    }

    private static List<String> plain(String kind) {
        return List.of(columns(kind));
    }

    private static String columns(String kind) {
        return "CREATE TABLE fact (id int, at timestamptz NOT NULL, " + kind
                + ", client int, amount numeric(12,2), weight float8, pad text, PRIMARY KEY (id, at))";
    }

    private static Check check(
            String name,
            List<String> facts,
            int dimShare,
            List<String> kinds,
            String keys,
            String measures,
            String from,
            List<String> keyNames,
            List<String> measureNames) {
        List<String> leaves = name.equals("partitions") ? List.of("early", "late") : List.of("fact");
        String publication = "CREATE PUBLICATION straum FOR TABLE fact, dim WITH (publish_via_partition_root = true)";
        List<String> schema = new ArrayList<>(facts);
        schema.add(DIM);
        schema.add("ALTER TABLE fact REPLICA IDENTITY FULL");
        leaves.forEach(leaf -> schema.add("ALTER TABLE " + leaf + " REPLICA IDENTITY FULL"));
        schema.add("ALTER TABLE dim REPLICA IDENTITY FULL");
        schema.add("INSERT INTO dim SELECT n, 'region ' || n % 4, n % 3 FROM generate_series(1, 11) n");
        String positions = IntStream.rangeClosed(1, keyNames.size() + 1)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        String select = "SELECT " + BUCKET + ", " + keys + ", " + measures + " FROM " + from + " GROUP BY " + positions;
        Check check = new Check(
                name,
                schema,
                publication,
                leaves,
                dimShare,
                kinds,
                "CREATE VIEW v WITH (buckets = '1 hour, 1 day') AS " + select + ";",
                List.of(
                        byAll(select, keyNames, measureNames),
                        byDay(select, measures, measureNames),
                        byFirst(keys, measures, from, keyNames, measureNames)));
        schema.add(check.insert(1, Check.ROWS, 3));
        return check;
    }

    private static Question byAll(String select, List<String> keys, List<String> measures) {
        return new Question(
                "SELECT bucket, " + String.join(", ", keys) + ", " + String.join(", ", measures)
                        + " FROM v WHERE bucket IS NOT NULL GROUP BY bucket, " + String.join(", ", keys)
                        + " ORDER BY bucket, " + String.join(", ", keys),
                "SELECT * FROM (" + select + ") AS v ORDER BY bucket, " + String.join(", ", keys));
    }

    private static Question byDay(String select, String measures, List<String> measureNames) {
        String from = select.substring(select.indexOf(" FROM "), select.lastIndexOf(" GROUP BY "));
        return new Question(
                "SELECT " + String.join(", ", measureNames) + " FROM v WHERE bucket IS NOT NULL",
                "SELECT " + measures + from);
    }

    private static Question byFirst(
            String keys, String measures, String from, List<String> keyNames, List<String> measureNames) {
        String key = keys.contains(",") ? keys.substring(0, keys.indexOf(',')) : keys;
        return new Question(
                "SELECT " + keyNames.get(0) + ", " + String.join(", ", measureNames)
                        + " FROM v WHERE bucket IS NOT NULL GROUP BY " + keyNames.get(0) + " ORDER BY "
                        + keyNames.get(0),
                "SELECT " + key + ", " + measures + " FROM " + from + " GROUP BY 1 ORDER BY 1");
    }
}
