package straum.domain.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

class ConditionTypesTest {
    private static final Map<String, ColumnType> TYPES = Map.ofEntries(
            Map.entry("t", ColumnType.TEXT),
            Map.entry("v", ColumnType.VARCHAR),
            Map.entry("c", ColumnType.bpchar(5)),
            Map.entry("long", ColumnType.bpchar(-1)),
            Map.entry("n", ColumnType.NAME),
            Map.entry("b", ColumnType.BOOL),
            Map.entry("i", ColumnType.INT2),
            Map.entry("f", ColumnType.FLOAT4),
            Map.entry("e", ColumnType.enumOf("mood", List.of("sad", "ok"))),
            Map.entry("u", ColumnType.UUID),
            Map.entry("at", ColumnType.TIMESTAMPTZ),
            Map.entry("wall", ColumnType.TIMESTAMP),
            Map.entry("j", ColumnType.other("json")));

    private static final Literal NULL = new Literal.Null();

    @ParameterizedTest
    @ValueSource(strings = {"t", "v", "c", "n"})
    void likeMatchesEveryKindOfText(String column) {
        assertThat(check(new Condition.Like<>(column, new Literal.Text("a\\\\%"))))
                .isNull();
        assertThat(check(new Condition.Like<>(column, NULL))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"b", "i", "f", "e", "u", "at"})
    void likeMatchesNothingElse(String column) {
        assertThat(refused(new Condition.Like<>(column, new Literal.Text("a%"))))
                .isEqualTo(new ConditionTypes.Fault<>(
                        column,
                        null,
                        null,
                        column + " is of type " + type(column).name() + ", and LIKE only matches text",
                        "compare it with = or IN"));
    }

    /** Its spaces at the end are not kept, and LIKE would tell them. */
    @Test
    void likeMatchesNoBpcharWithoutALength() {
        assertThat(refused(new Condition.Not<>(new Condition.Like<>("long", new Literal.Text("a%")))))
                .isEqualTo(new ConditionTypes.Fault<>(
                        "long",
                        null,
                        null,
                        "long is of type bpchar without a length, whose spaces at the end are not kept,"
                                + " and LIKE would tell them",
                        "compare it with = or IN, or declare the column as char(n) or text"));
        assertThat(refused(new Condition.Like<>("long", NULL)).message()).contains("without a length");
        assertThat(check(compare("long", new Literal.Text("a")))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\", "a\\", "a\\\\\\"})
    void aPatternDoesNotEndInABackslash(String text) {
        Literal pattern = new Literal.Text(text);

        assertThat(refused(new Condition.Like<>("t", pattern)))
                .isEqualTo(new ConditionTypes.Fault<>(
                        "t",
                        pattern,
                        null,
                        "the pattern '" + text + "' ends with a backslash, which takes the character after it as it is",
                        "double the backslash to match one"));
    }

    @Test
    void aPatternIsAText() {
        assertThat(refused(new Condition.Like<>("t", new Literal.Number("5"))).message())
                .isEqualTo("5 is not a pattern of LIKE");
    }

    @Test
    void onlyABoolIsACondition() {
        assertThat(check(new Condition.Holds<>("b"))).isNull();
        assertThat(refused(new Condition.Not<>(new Condition.Holds<>("i"))))
                .isEqualTo(new ConditionTypes.Fault<>(
                        "i",
                        null,
                        null,
                        "i is of type int2, and only a bool is a condition by itself",
                        "compare it, or write i IS NOT NULL"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "v", "c", "n", "b", "i", "f", "e", "u", "at", "wall"})
    void nullIsComparedWithEveryKey(String column) {
        assertThat(check(compare(column, NULL))).isNull();
        assertThat(check(new Condition.In<>(column, List.of(NULL, NULL)))).isNull();
        assertThat(check(new Condition.IsNotDistinct<>(column, NULL))).isNull();
    }

    @Test
    void whatCanOnlyBeCountedIsOnlyNullOrNot() {
        ConditionTypes.Fault<String, Literal> fault = new ConditionTypes.Fault<>(
                "j",
                null,
                null,
                "j is of type json, whose values cannot be compared",
                "only j IS NULL and IS NOT NULL can be said of it");

        assertThat(check(new Condition.IsNull<>("j"))).isNull();
        assertThat(refused(compare("j", NULL))).isEqualTo(fault);
        assertThat(refused(new Condition.In<>("j", List.of(new Literal.Text("{}")))))
                .isEqualTo(fault);
        assertThat(refused(new Condition.IsNotDistinct<>("j", NULL))).isEqualTo(fault);
        assertThat(refused(new Condition.Like<>("j", new Literal.Text("{"))).message())
                .isEqualTo("j is of type json, and LIKE only matches text");
    }

    @Test
    void aValueIsOneOfItsSubjectsType() {
        assertMisfit("i", new Literal.Number("32768"), "it holds whole numbers from -32768 to 32767");
        assertMisfit("i", new Literal.Number("0.5"), "it holds whole numbers from -32768 to 32767");
        assertMisfit("e", new Literal.Text("glad"), "its labels are sad, ok");
        assertMisfit(
                "at",
                new Literal.Text("2026-11-13 09:00:00"),
                "write it with its time and zone: '2026-11-13 09:00:00Z'");
        assertMisfit(
                "wall", new Literal.Text("2026-11-13 09:00:00Z"), "write it without a zone: '2026-11-13 09:00:00'");
        assertMisfit("t", new Literal.Number("5"), "write it in single quotes");
        assertMisfit("c", new Literal.Typed("text", "ab"), "write the text without a type before it");
        assertMisfit("u", new Literal.Text("x"), null);
        assertMisfit("f", new Literal.Number("1e39"), null);
    }

    private static void assertMisfit(String column, Literal value, @Nullable String hint) {
        Misfit misfit = new Misfit(Misfit.shown(value), type(column).name(), hint);
        ConditionTypes.Fault<String, Literal> fault =
                new ConditionTypes.Fault<>(column, value, misfit, misfit.message(column), hint);

        assertThat(refused(compare(column, value))).isEqualTo(fault);
        assertThat(refused(new Condition.In<>(column, List.of(NULL, value)))).isEqualTo(fault);
        assertThat(refused(new Condition.IsNotDistinct<>(column, value))).isEqualTo(fault);
    }

    @Test
    void theFirstFaultOfTheTextIsSaid() {
        Literal wrong = new Literal.Text("wrong");
        Condition<String, Literal> right = compare("i", new Literal.Number("5"));

        assertThat(refused(new Condition.Or<>(List.of(
                                right,
                                new Condition.And<>(List.of(right, new Condition.Is<>(compare("e", wrong), false))),
                                compare("i", wrong))))
                        .message())
                .isEqualTo("e is of type mood, and 'wrong' is not a value of it");
    }

    private static Condition<String, Literal> compare(String column, Literal value) {
        return new Condition.Compare<>(column, Condition.Operator.LESS, value, false);
    }

    private static ConditionTypes.Fault<String, Literal> refused(Condition<String, Literal> condition) {
        return Objects.requireNonNull(check(condition));
    }

    private static ConditionTypes.@Nullable Fault<String, Literal> check(Condition<String, Literal> condition) {
        ConditionTypes.Subjects<String> subjects = new ConditionTypes.Subjects<>() {
            @Override
            public String name(String subject) {
                return subject;
            }

            @Override
            public ColumnType type(String subject) {
                return ConditionTypesTest.type(subject);
            }
        };
        return ConditionTypes.check(condition, subjects, literal -> literal);
    }

    private static ColumnType type(String column) {
        return Objects.requireNonNull(TYPES.get(column));
    }
}
