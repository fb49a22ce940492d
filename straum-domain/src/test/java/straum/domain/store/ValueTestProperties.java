package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/** Conditions on values and on rows: as three-valued logic has them, worked out the long way. */
class ValueTestProperties {
    /** A type, and texts of values of it in ascending order, equal ones side by side. */
    private record Kind(ColumnType type, List<List<String>> ascending) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(ColumnType.BOOL, List.of(List.of("false"), List.of("true"))),
            new Kind(ColumnType.INT2, List.of(List.of("-32768"), List.of("-1"), List.of("0"), List.of("300"))),
            new Kind(ColumnType.INT8, List.of(List.of("-9223372036854775808"), List.of("7"), List.of("70000"))),
            new Kind(
                    ColumnType.NUMERIC,
                    List.of(
                            List.of("-Infinity"),
                            List.of("-1e40"),
                            List.of("-1.5", "-1.50"),
                            List.of("0", "0.000"),
                            List.of("0.0001"),
                            List.of("1", "1.0"),
                            List.of("10000"),
                            List.of("Infinity"),
                            List.of("NaN"))),
            new Kind(
                    ColumnType.FLOAT4,
                    List.of(
                            List.of("-Infinity"),
                            List.of("-1"),
                            List.of("0", "-0"),
                            List.of("0.1"),
                            List.of("Infinity"),
                            List.of("NaN"))),
            new Kind(
                    ColumnType.FLOAT8,
                    List.of(List.of("-1"), List.of("0", "-0"), List.of("0.1"), List.of("Infinity"), List.of("NaN"))),
            new Kind(ColumnType.TEXT, List.of(List.of(""), List.of("B"), List.of("a"), List.of("ab"), List.of("ž"))),
            new Kind(ColumnType.NAME, List.of(List.of(""), List.of("a"), List.of("𝄞"))),
            new Kind(
                    ColumnType.bpchar(3),
                    List.of(List.of("", "  "), List.of("a", "a "), List.of("ab"), List.of("ž ", "ž"))),
            new Kind(
                    ColumnType.enumOf("mood", List.of("sad", "ok", "happy")),
                    List.of(List.of("sad"), List.of("ok"), List.of("happy"))),
            new Kind(
                    ColumnType.UUID,
                    List.of(
                            List.of("00000000-0000-0000-0000-000000000001"),
                            List.of("f0000000-0000-0000-0000-000000000001"))),
            new Kind(ColumnType.DATE, List.of(List.of("-infinity"), List.of("2026-11-13"), List.of("infinity"))));

    private static final List<String> PATTERNS = List.of("%", "_", "a%", "a  ", "ž_ ", "%b%", "", "ab_");

    private final List<String> columns = List.of("one", "other");
    private Random random = new Random(0);

    /** A value's kind, and its text; null for null. */
    private record Value(Kind kind, @Nullable String text) {}

    private Value draw(Kind kind) {
        List<String> equal = kind.ascending.get(random.nextInt(kind.ascending.size()));
        return new Value(kind, random.nextInt(5) == 0 ? null : equal.get(random.nextInt(equal.size())));
    }

    private Literal literal(Value value) {
        return value.text == null ? new Literal.Null() : new Literal.Text(value.text);
    }

    private Condition<String, Literal> condition(List<Value> row, int depth) {
        List<Condition<String, Literal>> several = new ArrayList<>();
        switch (depth == 0 ? 9 : random.nextInt(7)) {
            case 0, 1 -> {
                for (int i = random.nextInt(4); i > 0; i--) {
                    several.add(condition(row, depth - 1));
                }
                return random.nextBoolean() ? new Condition.And<>(several) : new Condition.Or<>(several);
            }
            case 2 -> {
                return new Condition.Not<>(condition(row, depth - 1));
            }
            case 3 -> {
                return new Condition.Is<>(condition(row, depth - 1), random.nextBoolean());
            }
            default -> {
                return leaf(row);
            }
        }
    }

    private Condition<String, Literal> leaf(List<Value> row) {
        int column = random.nextInt(columns.size());
        String subject = columns.get(column);
        Kind kind = row.get(column).kind;
        return switch (random.nextInt(6)) {
            case 0 -> new Condition.IsNull<>(subject);
            case 1 -> new Condition.IsNotDistinct<>(subject, literal(draw(kind)));
            case 2 -> {
                List<Literal> values = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(4); i++) {
                    values.add(literal(draw(kind)));
                }
                yield new Condition.In<>(subject, values);
            }
            case 3 -> {
                boolean isText = switch (kind.type.kind()) {
                    case TEXT, NAME, BPCHAR -> true;
                    default -> false;
                };
                if (kind.type.kind() == ColumnType.Kind.BOOL) {
                    yield new Condition.Holds<>(subject);
                }
                yield isText
                        ? new Condition.Like<>(subject, new Literal.Text(PATTERNS.get(random.nextInt(PATTERNS.size()))))
                        : new Condition.IsNull<>(subject);
            }
            default ->
                new Condition.Compare<>(
                        subject,
                        Condition.Operator.values()[random.nextInt(6)],
                        literal(draw(kind)),
                        random.nextBoolean());
        };
    }

    @Property(tries = 10_000)
    void aConditionIsOfARowWhatItsDefinitionSays(@ForAll long seed) {
        random = new Random(seed);
        List<Value> row =
                List.of(draw(KINDS.get(random.nextInt(KINDS.size()))), draw(KINDS.get(random.nextInt(KINDS.size()))));
        Rows rows = TestRows.of(row.get(0).kind.type, row.get(1).kind.type)
                .row(draw(row.get(0).kind).text, null)
                .row(row.get(0).text, row.get(1).text)
                .rows();
        Condition<String, Literal> condition = condition(row, 3);
        RowTest test = RowTest.of(condition, columns::indexOf, column -> row.get(columns.indexOf(column)).kind.type);
        assertThat(test.test(rows, 1)).as("%s of %s", condition, row).isEqualTo(defined(condition, row));
    }

    @Example
    void anInFindsEachOfItsValuesAndNoOther() {
        for (int count = 1; count <= 9; count++) {
            List<Literal> evens = new ArrayList<>();
            for (int i = count; i > 0; i--) {
                evens.add(new Literal.Number(Integer.toString(2 * i)));
            }
            ValueTest test = ValueTest.of(new Condition.In<>("one", evens), ColumnType.INT4);
            for (int value = 0; value <= 2 * count + 2; value++) {
                boolean isIn = value % 2 == 0 && value > 0 && value <= 2 * count;
                byte[] bytes = TestRows.value(ColumnType.INT4, Integer.toString(value));
                assertThat(test.test(bytes, 0, bytes.length)).isEqualTo(Truth.of(isIn));
            }
        }
    }

    @Example
    void anEmptyTextIsNoNull() {
        Literal empty = new Literal.Text("");
        List<Condition<String, Literal>> trueOfIt = new ArrayList<>(List.of(
                new Condition.Compare<>("one", Condition.Operator.EQUAL, empty, false),
                new Condition.Compare<>("one", Condition.Operator.LESS_OR_EQUAL, empty, false),
                new Condition.In<>("one", List.of(empty)),
                new Condition.IsNotDistinct<>("one", empty),
                new Condition.Not<>(new Condition.IsNull<>("one")),
                new Condition.Not<>(new Condition.IsNotDistinct<>("one", new Literal.Null()))));
        for (ColumnType type :
                List.of(ColumnType.TEXT, ColumnType.bpchar(3), ColumnType.enumOf("e", List.of("", "a")))) {
            for (Condition<String, Literal> condition : trueOfIt) {
                assertThat(ValueTest.of(condition, type).test(new byte[0], 0, 0))
                        .as("%s of %s", condition, type.name())
                        .isEqualTo(Truth.TRUE);
            }
        }
        Condition<String, Literal> likeNull = new Condition.Like<>("one", new Literal.Null());
        assertThat(ValueTest.of(likeNull, ColumnType.TEXT).test(new byte[0], 0, 0))
                .isEqualTo(Truth.UNKNOWN);
        Condition<String, Literal> like = new Condition.Like<>("one", empty);
        assertThat(ValueTest.of(like, ColumnType.TEXT).test(new byte[0], 0, 0)).isEqualTo(Truth.TRUE);
        assertThat(ValueTest.of(like, ColumnType.bpchar(3)).test(new byte[0], 0, 0))
                .isEqualTo(Truth.FALSE);
        assertThat(ValueTest.of(like, ColumnType.TEXT).test(new byte[0], 0, -1)).isEqualTo(Truth.UNKNOWN);
    }

    @Example
    void aPaddedTextHasAsManyCharactersAsItsTypeHoweverManyBytes() {
        ColumnType three = ColumnType.bpchar(3);
        for (String text : List.of("", "a", "ž", "až", "𝄞", "abc", "ž€𝄞")) {
            byte[] bytes = TestRows.value(three, text);
            for (String pattern : List.of("__", "___", "____")) {
                ValueTest like = ValueTest.of(new Condition.Like<>("one", new Literal.Text(pattern)), three);
                assertThat(like.test(bytes, 0, bytes.length))
                        .as("'%s' LIKE '%s'", text, pattern)
                        .isEqualTo(Truth.of(pattern.length() == 3));
            }
        }
    }

    @Example
    void aValueThatTheTypeCannotReadIsAProgrammersError() {
        Literal none = new Literal.Text("x");
        for (Condition<String, Literal> condition : List.of(
                new Condition.Compare<>("one", Condition.Operator.EQUAL, none, false),
                new Condition.In<>("one", List.of(none)),
                new Condition.IsNotDistinct<>("one", none),
                new Condition.Like<>("one", none))) {
            assertThatIllegalArgumentException().isThrownBy(() -> ValueTest.of(condition, ColumnType.INT4));
        }
    }

    private Truth defined(Condition<String, Literal> condition, List<Value> row) {
        if (condition instanceof Condition.And<String, Literal> and) {
            List<Truth> all = and.all().stream().map(each -> defined(each, row)).toList();
            return all.contains(Truth.FALSE) ? Truth.FALSE : all.contains(Truth.UNKNOWN) ? Truth.UNKNOWN : Truth.TRUE;
        }
        if (condition instanceof Condition.Or<String, Literal> or) {
            List<Truth> any = or.any().stream().map(each -> defined(each, row)).toList();
            return any.contains(Truth.TRUE) ? Truth.TRUE : any.contains(Truth.UNKNOWN) ? Truth.UNKNOWN : Truth.FALSE;
        }
        if (condition instanceof Condition.Not<String, Literal> not) {
            Truth of = defined(not.of(), row);
            return of == Truth.UNKNOWN ? of : Truth.of(of == Truth.FALSE);
        }
        if (condition instanceof Condition.Is<String, Literal> is) {
            return Truth.of(defined(is.of(), row) == (is.value() ? Truth.TRUE : Truth.FALSE));
        }
        Value value = row.get(columns.indexOf(condition.subjects().iterator().next()));
        if (condition instanceof Condition.IsNull<String, Literal>) {
            return Truth.of(value.text == null);
        }
        if (condition instanceof Condition.Holds<String, Literal>) {
            return value.text == null ? Truth.UNKNOWN : Truth.of(value.text.equals("true"));
        }
        if (condition instanceof Condition.IsNotDistinct<String, Literal> same) {
            boolean isNull = same.value() instanceof Literal.Null;
            return Truth.of(
                    isNull || value.text == null
                            ? isNull && value.text == null
                            : rank(value.kind, value.text) == rank(value.kind, text(same.value())));
        }
        if (condition instanceof Condition.In<String, Literal> in) {
            List<Truth> any = in.values().stream()
                    .map(each ->
                            defined(new Condition.Compare<>(in.subject(), Condition.Operator.EQUAL, each, false), row))
                    .toList();
            return any.contains(Truth.TRUE) ? Truth.TRUE : any.contains(Truth.UNKNOWN) ? Truth.UNKNOWN : Truth.FALSE;
        }
        if (value.text == null) {
            return Truth.UNKNOWN;
        }
        if (condition instanceof Condition.Compare<String, Literal> compare) {
            return compare.value() instanceof Literal.Null
                    ? Truth.UNKNOWN
                    : Truth.of(compare.operator()
                            .holds(Integer.compare(
                                    rank(value.kind, value.text), rank(value.kind, text(compare.value())))));
        }
        String pattern = text(((Condition.Like<String, Literal>) condition).pattern());
        int length = value.kind.type.kind() == ColumnType.Kind.BPCHAR ? 3 : 0;
        String padded = value.text.strip()
                + " ".repeat(Math.max(0, length - value.text.strip().length()));
        return Truth.of(padded.matches("(?s)" + pattern.replace("%", ".*").replace("_", ".")));
    }

    private static String text(Literal literal) {
        return ((Literal.Text) literal).text();
    }

    private static int rank(Kind kind, String text) {
        for (int rank = 0; rank < kind.ascending.size(); rank++) {
            if (kind.ascending.get(rank).contains(text)) {
                return rank;
            }
        }
        throw new AssertionError(text);
    }
}
