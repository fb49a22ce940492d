package straum.cli.faults;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is kept of the tables and asked. */
final class View {
    private static final String BIN = "date_bin('%s', %s, %s '1970-01-01 00:00:00%s')";

    private final String from;
    private String where = "";
    private String width = "1 hour";
    private String time = "at";
    private String type = "timestamptz";
    private String binned = "";
    private List<String> keys = List.of();
    private List<String> measures = List.of("count(*) AS n");
    private final Map<String, String> expressions = new LinkedHashMap<>();

    private View(String from) {
        this.from = from;
    }

    /** Of these tables, as after {@code FROM}; the time is {@code at}, a timestamptz. */
    static View of(String from) {
        return new View(from);
    }

    /** Of the rows that pass a condition. */
    View where(String condition) {
        where = condition;
        return this;
    }

    /**
     * By another time.
     *
     * @param canBeBinned which rows have a time that PostgreSQL can bin; empty where all have. Where some have not, the
     *     query that an ask is said to be reports PostgreSQL's error, and is not run
     */
    View time(String column, String ofType, String canBeBinned) {
        time = column;
        type = ofType;
        binned = canBeBinned;
        return this;
    }

    /** In buckets of that width. */
    View wide(String interval) {
        width = interval;
        return this;
    }

    /** Kept apart by these columns. */
    View keys(String... columns) {
        keys = List.of(columns);
        return this;
    }

    /** With these aggregates, each {@code AS} a name. */
    View measures(String... aggregates) {
        measures = List.of(aggregates);
        return this;
    }

    /** An aggregate that PostgreSQL answers by another expression where its own hangs on the order of the rows. */
    View rightBy(String aggregate, String expression) {
        expressions.put(aggregate, expression);
        return this;
    }

    private String bucket() {
        boolean instant = type.equals("timestamptz");
        return BIN.formatted(width, time, instant ? "TIMESTAMPTZ" : "TIMESTAMP", instant ? "+00" : "");
    }

    /** The spec of the view alone. */
    String spec() {
        List<String> outputs = new ArrayList<>(List.of(bucket() + " AS bucket"));
        outputs.addAll(keys);
        outputs.addAll(measures);
        String by = IntStream.rangeClosed(1, keys.size() + 1)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));
        return "CREATE VIEW v AS SELECT " + String.join(", ", outputs) + " FROM " + from
                + (where.isEmpty() ? "" : " WHERE " + where) + " GROUP BY " + by + ";";
    }

    /** Adds the asks, each with the query whose answer is right. */
    void addAsks(Map<String, String> asks) {
        List<String> all = new ArrayList<>(keys);
        all.add("bucket");
        List<List<String>> groupings = new ArrayList<>(List.of(List.of()));
        all.forEach(one -> groupings.add(List.of(one)));
        if (!keys.isEmpty()) {
            groupings.add(all);
        }
        for (List<String> by : groupings) {
            asks.put(asked(by), expected(by));
        }
    }

    private String asked(List<String> by) {
        List<String> outputs = new ArrayList<>(by.stream().map(View::name).toList());
        measures.forEach(measure -> outputs.add(measure.substring(measure.lastIndexOf(' ') + 1)));
        return "SELECT " + String.join(", ", outputs) + " FROM v WHERE bucket IS NOT NULL"
                + grouped(" GROUP BY ", by.stream().map(View::name).toList());
    }

    /** The name a key has in the view. */
    private static String name(String key) {
        return key.endsWith("\"")
                ? key.substring(key.lastIndexOf('"', key.length() - 2))
                : key.substring(key.lastIndexOf('.') + 1);
    }

    private String expected(List<String> by) {
        List<String> keys =
                by.stream().map(key -> key.equals("bucket") ? bucket() : key).toList();
        List<String> outputs = new ArrayList<>(keys);
        for (String measure : measures) {
            String right = measure;
            for (Map.Entry<String, String> other : expressions.entrySet()) {
                right = right.replace(other.getKey() + " ", other.getValue() + " ");
            }
            outputs.add(right);
        }
        String finite = "isfinite(" + time + ")" + (binned.isEmpty() ? "" : " AND " + binned);
        return "SELECT " + String.join(", ", outputs) + " FROM " + from + " WHERE "
                + (where.isEmpty() ? "" : "(" + where + ") AND ") + finite + grouped(" GROUP BY ", keys)
                + grouped(" ORDER BY ", keys);
    }

    private static String grouped(String clause, List<String> by) {
        return by.isEmpty() ? "" : clause + String.join(", ", by);
    }

    /** Whether PostgreSQL answers the query that Straum says an ask is, and by the same digits. */
    boolean isAnsweredAsPrinted() {
        return expressions.isEmpty() && binned.isEmpty();
    }
}
