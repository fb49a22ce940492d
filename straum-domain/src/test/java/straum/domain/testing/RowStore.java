package straum.domain.testing;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * The model that a store is compared with: it keeps the rows themselves, and answers an ask as the view's definition
 * reads, by nested loops over all of them. Slow and obvious.
 *
 * <p>A value is the text that PostgreSQL prints, and is compared by it, numerics without trailing zeros: so whole numbers
 * of any width equal each other, as do texts of any type. A null is null.
 */
public final class RowStore {
    /** What an answer shows for null. */
    public static final String NULL = "∅";

    private static final long SECONDS_TO_2000 = 946_684_800;

    /** Microseconds since 2000 from which on date_bin cannot take 1970-01-01 from a time. */
    private static final BigDecimal TOO_LATE =
            new BigDecimal(BigInteger.TWO.pow(63)).subtract(new BigDecimal(SECONDS_TO_2000 * 1_000_000));

    private final Spec spec;
    private final Types types;
    /** By table, its rows. */
    private final List<List<Row>> tables = new ArrayList<>();

    /** No rows, of the tables of a spec. */
    public RowStore(Spec spec, Types types) {
        this.spec = spec;
        this.types = types;
        spec.tables().forEach(table -> tables.add(new ArrayList<>()));
    }

    /** Adds a row. */
    public void insert(int table, Rows rows, int row) {
        tables.get(table).add(row(table, rows, row));
    }

    /** Takes a row out, and answers whether there was one. */
    public boolean delete(int table, Rows rows, int row) {
        return tables.get(table).remove(row(table, rows, row));
    }

    /** Takes all rows of a table out. */
    public void truncate(int table) {
        tables.get(table).clear();
    }

    /** The number of rows of a table. */
    public int size(int table) {
        return tables.get(table).size();
    }

    private Row row(int table, Rows rows, int row) {
        List<@Nullable String> values = new ArrayList<>();
        for (int column = 0; column < rows.columns(); column++) {
            if (rows.isNull(row, column)) {
                values.add(null);
            } else {
                StringBuilder text = new StringBuilder();
                types.of(table, column).print(rows.bytes(), rows.start(row, column), rows.length(row, column), text);
                values.add(text.toString());
            }
        }
        return new Row(values);
    }

    /** The answer to an ask, row by row, each a text a column. */
    public List<List<String>> ask(CheckedAsk ask) {
        Fact fact = spec.facts().get(ask.fact());
        Map<List<@Nullable String>, List<Joined>> groups = new LinkedHashMap<>();
        if (ask.groupBy().size() == 0) {
            groups.put(List.of(), new ArrayList<>());
        }
        for (Row row : tables.get(spec.table(fact.table()))) {
            Long bucket = bucket(fact, row);
            if (bucket == null || bucket < ask.from() || bucket >= ask.to()) {
                continue;
            }
            for (Joined joined : join(fact, new Joined(row, List.of()))) {
                if (ask.where() == null || meets(ask.fact(), joined, ask.where())) {
                    List<@Nullable String> group = new ArrayList<>();
                    for (int by = 0; by < ask.groupBy().size(); by++) {
                        int key = key(ask, by);
                        group.add(key == CheckedAsk.BUCKET ? bucket.toString() : value(fact, joined, via(fact, key)));
                    }
                    groups.computeIfAbsent(group, made -> new ArrayList<>()).add(joined);
                }
            }
        }
        List<List<@Nullable String>> sorted = new ArrayList<>(groups.keySet());
        for (int part = ask.groupBy().size() - 1; part >= 0; part--) {
            sorted.sort(byPart(ask, part));
        }
        List<List<String>> answer = new ArrayList<>();
        for (List<@Nullable String> group : sorted) {
            List<String> shown = new ArrayList<>();
            for (CheckedAsk.Column column : ask.columns()) {
                String text = column instanceof CheckedAsk.Column.OfMeasure measure
                        ? measure(
                                fact,
                                fact.measures()
                                        .get(ask.measures().get(measure.asked()).measure()),
                                groups.getOrDefault(group, List.of()))
                        : key(ask, ((CheckedAsk.Column.OfKey) column).grouping(), group);
                shown.add(text == null ? NULL : text);
            }
            answer.add(shown);
        }
        return answer;
    }

    /** An answer of a store in the form of {@link #ask}. */
    public static List<List<String>> texts(Answer answer) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < answer.rows(); row++) {
            List<String> texts = new ArrayList<>();
            for (Answer.Column column : answer.columns()) {
                StringBuilder text = new StringBuilder();
                if (column.isNull(row)) {
                    text.append(NULL);
                } else {
                    byte[] value = column.values()[row];
                    column.type().print(value, 0, value.length, text);
                }
                texts.add(text.toString());
            }
            rows.add(texts);
        }
        return rows;
    }

    private @Nullable Long bucket(Fact fact, Row row) {
        int table = spec.table(fact.table());
        int column = spec.tables().get(table).column(fact.time());
        String text = row.values.get(column);
        if (text == null || text.contains("infinity")) {
            return null;
        }
        ColumnType type = types.of(table, column);
        BigDecimal number = new BigDecimal(
                ColumnType.longOf(TestRows.value(type, text), 0, type.kind() == ColumnType.Kind.DATE ? 4 : 8));
        BigDecimal micros =
                type.kind() == ColumnType.Kind.DATE ? number.multiply(new BigDecimal("86400000000")) : number;
        if (micros.compareTo(TOO_LATE) >= 0) {
            return null;
        }
        BigDecimal width = new BigDecimal(fact.width().seconds());
        BigDecimal seconds = micros.movePointLeft(6).add(new BigDecimal(SECONDS_TO_2000));
        return seconds.divide(width, 0, RoundingMode.FLOOR).multiply(width).longValueExact();
    }

    /** Every way a row joins, from its first ref not joined yet. */
    private List<Joined> join(Fact fact, Joined so) {
        int number = so.matches.size();
        if (number == fact.refs().size()) {
            return List.of(so);
        }
        Ref ref = fact.refs().get(number);
        Table dim = spec.tables().get(spec.table(ref.table()));
        List<Joined> joined = new ArrayList<>();
        for (Row candidate : tables.get(spec.table(ref.table()))) {
            boolean matches = true;
            for (Ref.On on : ref.on()) {
                String left = comparable(
                        candidate.values.get(dim.column(on.column())),
                        types.of(spec.table(ref.table()), dim.column(on.column())));
                String right = value(fact, so, on.via());
                matches &= left != null && left.equals(right);
            }
            if (matches) {
                joined.addAll(join(fact, so.with(candidate)));
            }
        }
        if (joined.isEmpty() && ref.kind() == Ref.Kind.LEFT && !matchesAny(fact, so, ref, dim)) {
            joined.addAll(join(fact, so.with(null)));
        }
        return joined;
    }

    private boolean matchesAny(Fact fact, Joined so, Ref ref, Table dim) {
        return tables.get(spec.table(ref.table())).stream()
                .anyMatch(candidate -> ref.on().stream().allMatch(on -> {
                    int column = dim.column(on.column());
                    String left = comparable(candidate.values.get(column), types.of(spec.table(ref.table()), column));
                    return left != null && left.equals(value(fact, so, on.via()));
                }));
    }

    /** What a via reads, in the form that is compared. */
    private @Nullable String value(Fact fact, Joined joined, Via via) {
        Row row = via instanceof Via.Attribute attribute ? joined.matches.get(attribute.ref()).row : joined.row;
        int table = table(fact, via);
        int column = spec.tables().get(table).column(via.column());
        return row == null ? null : comparable(row.values.get(column), types.of(table, column));
    }

    private int table(Fact fact, Via via) {
        return spec.table(
                via instanceof Via.Attribute attribute
                        ? fact.refs().get(attribute.ref()).table()
                        : fact.table());
    }

    private static Via via(Fact fact, int key) {
        return fact.keys().get(key).via();
    }

    private static @Nullable String comparable(@Nullable String text, ColumnType type) {
        if (text == null
                || type.kind() != ColumnType.Kind.NUMERIC
                || !Character.isDigit(text.charAt(text.length() - 1))) {
            return text;
        }
        BigDecimal number = new BigDecimal(text);
        return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }

    private static int key(CheckedAsk ask, int grouping) {
        return ask.groupBy().get(grouping) instanceof CheckedAsk.Grouping.ByKey by ? by.key() : CheckedAsk.BUCKET;
    }

    private boolean meets(int factNumber, Joined joined, Condition<Integer, Literal> test) {
        Fact fact = spec.facts().get(factNumber);
        if (test instanceof Condition.And<Integer, Literal> and) {
            return and.all().stream().allMatch(each -> meets(factNumber, joined, each));
        }
        if (test instanceof Condition.Not<Integer, Literal> not && not.of() instanceof Condition.IsNull) {
            return !meets(factNumber, joined, not.of());
        }
        int key = test.subjects().iterator().next();
        String value = value(fact, joined, via(fact, key));
        if (test instanceof Condition.IsNull) {
            return value == null;
        }
        ColumnType type = keyType(factNumber, key);
        return value != null
                && ((Condition.In<Integer, Literal>) test).values().stream().anyMatch(one -> {
                    byte[] bytes = Objects.requireNonNull(type.read(one));
                    StringBuilder text = new StringBuilder();
                    type.print(bytes, 0, bytes.length, text);
                    return value.equals(comparable(text.toString(), type));
                });
    }

    private ColumnType keyType(int fact, int key) {
        return CheckedAsk.keyType(spec, types, fact, key);
    }

    private Comparator<List<@Nullable String>> byPart(CheckedAsk ask, int part) {
        int key = key(ask, part);
        return (one, other) -> {
            String left = one.get(part);
            String right = other.get(part);
            if (left == null || right == null) {
                return Boolean.compare(left == null, right == null);
            }
            if (key == CheckedAsk.BUCKET) {
                return Long.compare(Long.parseLong(left), Long.parseLong(right));
            }
            ColumnType type = keyType(ask.fact(), key);
            return type.compare(TestRows.value(type, left), TestRows.value(type, right));
        };
    }

    private @Nullable String key(CheckedAsk ask, int part, List<@Nullable String> group) {
        int key = key(ask, part);
        String value = group.get(part);
        if (value == null) {
            return null;
        }
        ColumnType type = keyType(ask.fact(), key);
        StringBuilder text = new StringBuilder();
        if (key == CheckedAsk.BUCKET) {
            byte[] edge = new byte[8];
            long micros = (Long.parseLong(value) - SECONDS_TO_2000) * 1_000_000;
            for (int i = 0; i < 8; i++) {
                edge[i] = (byte) (micros >> (56 - 8 * i));
            }
            type.print(edge, 0, 8, text);
        } else {
            boolean scaled = type.kind() == ColumnType.Kind.NUMERIC
                    && type.modifier() >= 0
                    && Character.isDigit(value.charAt(value.length() - 1));
            text.append(scaled ? new BigDecimal(value).setScale(type.modifier()).toPlainString() : value);
        }
        return text.toString();
    }

    private @Nullable String measure(Fact fact, Measure measure, List<Joined> rows) {
        String input = measure.aggregate().input();
        if (input == null) {
            return Integer.toString(rows.size());
        }
        int column = spec.tables().get(spec.table(fact.table())).column(input);
        List<String> values = new ArrayList<>();
        for (Joined joined : rows) {
            String value = joined.row.values.get(column);
            if (value != null) {
                values.add(value);
            }
        }
        return switch (measure.aggregate().kind()) {
            case COUNT_ROWS, COUNT -> Integer.toString(values.size());
            case SUM -> values.isEmpty() ? null : sum(values);
            default -> throw new IllegalArgumentException(measure.toString());
        };
    }

    private static String sum(List<String> values) {
        boolean up = values.contains("Infinity");
        boolean down = values.contains("-Infinity");
        if (values.contains("NaN") || (up && down)) {
            return "NaN";
        }
        if (up || down) {
            return up ? "Infinity" : "-Infinity";
        }
        BigDecimal sum = new BigDecimal(values.get(0));
        for (String value : values.subList(1, values.size())) {
            sum = sum.add(new BigDecimal(value));
        }
        return sum.toPlainString();
    }

    /** A row's values. */
    private record Row(List<@Nullable String> values) {}

    /** A ref's match; without a row where a left join found none. */
    private record Match(@Nullable Row row) {}

    /** A fact's row and its matches in the refs joined so far. */
    private record Joined(Row row, List<Match> matches) {
        Joined with(@Nullable Row match) {
            List<Match> more = new ArrayList<>(matches);
            more.add(new Match(match));
            return new Joined(row, more);
        }
    }
}
