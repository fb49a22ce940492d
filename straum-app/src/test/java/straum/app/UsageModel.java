package straum.app;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import straum.app.testing.MemoryDatabase;
import straum.domain.ask.Answer;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.testing.Specs;
import straum.domain.value.Place;

/** What {@link Specs#usage} answers, from rows: events by kind and region, the slow and obvious way. */
final class UsageModel {
    private UsageModel() {}

    /** {@code SELECT kind, region, events, amount FROM usage WHERE bucket IS NOT NULL GROUP BY kind, region}. */
    @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
    static Ask ask() {
        return new Ask(
                name("usage"),
                List.of(output("kind"), output("region"), output("events"), output("amount")),
                null,
                new Ask.Range(null, null, true),
                List.of(new Ask.Item.Named(name("kind")), new Ask.Item.Named(name("region"))),
                List.of(),
                List.of(),
                null,
                null);
    }

    private static Name name(String text) {
        return new Name(text, new Place(1, 1));
    }

    private static Ask.Output output(String name) {
        return new Ask.Output.Named(name(name), name);
    }

    /** An event in its table's layout. */
    static List<@Nullable String> event(
            MemoryDatabase database,
            @Nullable String at,
            @Nullable String kind,
            @Nullable String account,
            @Nullable String amount) {
        Map<String, @Nullable String> values = new TreeMap<>();
        values.put("at", at);
        values.put("kind", kind);
        values.put("account_id", account);
        values.put("amount", amount);
        return row(database, "app.events", values);
    }

    /** An account in its table's layout. */
    static List<@Nullable String> account(MemoryDatabase database, @Nullable String id, @Nullable String region) {
        Map<String, @Nullable String> values = new TreeMap<>();
        values.put("id", id);
        values.put("region", region);
        return row(database, "app.accounts", values);
    }

    private static List<@Nullable String> row(
            MemoryDatabase database, String table, Map<String, @Nullable String> values) {
        List<@Nullable String> row = new ArrayList<>();
        database.spec().tables().get(table(database, table)).columns().forEach(column -> row.add(values.get(column)));
        return row;
    }

    /** The index of a table. */
    static int table(MemoryDatabase database, String name) {
        return database.spec().table(Specs.table(name));
    }

    /** The answer to {@link #ask} over the rows there were at a position. */
    static List<String> answer(MemoryDatabase database, Lsn at) {
        int events = table(database, "app.events");
        int accounts = table(database, "app.accounts");
        return answer(database, database.rows(events, at), database.rows(accounts, at));
    }

    /** The answer to {@link #ask} over rows. */
    static List<String> answer(
            MemoryDatabase database, List<List<@Nullable String>> rows, List<List<@Nullable String>> dim) {
        int events = table(database, "app.events");
        int accounts = table(database, "app.accounts");
        Map<String, Group> groups = new TreeMap<>();
        for (List<@Nullable String> event : rows) {
            String time = value(database, events, event, "at");
            if (time == null || time.contains("infinity")) {
                continue;
            }
            String account = value(database, events, event, "account_id");
            List<String> regions = new ArrayList<>();
            for (List<@Nullable String> row : dim) {
                if (account != null && account.equals(value(database, accounts, row, "id"))) {
                    regions.add(String.valueOf(value(database, accounts, row, "region")));
                }
            }
            if (regions.isEmpty()) {
                regions.add("null");
            }
            for (String region : regions) {
                groups.computeIfAbsent(value(database, events, event, "kind") + " " + region, key -> new Group())
                        .add(value(database, events, event, "amount"));
            }
        }
        List<String> lines = new ArrayList<>();
        groups.forEach((key, group) -> lines.add(key + " " + group.events + " " + group.amount));
        return lines;
    }

    private static @Nullable String value(
            MemoryDatabase database, int table, List<@Nullable String> row, String column) {
        return row.get(database.spec().tables().get(table).column(column));
    }

    /** An answer as lines in the model's order. */
    static List<String> lines(Answer answer) {
        List<String> lines = linesInOrder(answer);
        lines.sort(null);
        return lines;
    }

    /** An answer as lines in its own order. */
    static List<String> linesInOrder(Answer answer) {
        List<String> lines = new ArrayList<>();
        for (int row = 0; row < answer.rows(); row++) {
            StringBuilder line = new StringBuilder();
            for (Answer.Column column : answer.columns()) {
                line.append(line.isEmpty() ? "" : " ");
                if (column.isNull(row)) {
                    line.append("null");
                } else {
                    byte[] value = column.values()[row];
                    column.type().print(value, 0, value.length, line);
                }
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private static final class Group {
        private int events;
        private @Nullable BigDecimal amount;

        void add(@Nullable String value) {
            events++;
            if (value != null) {
                amount = amount == null ? new BigDecimal(value) : amount.add(new BigDecimal(value));
            }
        }
    }
}
