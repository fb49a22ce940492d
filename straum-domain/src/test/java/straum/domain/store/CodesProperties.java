package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** Codes of either kind beside a map from value to the users of its code. */
class CodesProperties {
    private static final List<ColumnType> TYPES =
            List.of(ColumnType.INT8, ColumnType.TEXT, ColumnType.NUMERIC, ColumnType.INT2);

    @Property
    void aCodeStandsForOneValueWhileItHasUsers(
            @ForAll long seed, @ForAll @IntRange(max = 3) int kind, @ForAll @IntRange(max = 400) int steps) {
        Random random = new Random(seed);
        ColumnType type = TYPES.get(kind);
        Codes codes = Codes.of(type, Detached.NONE);
        Map<String, List<Integer>> users = new HashMap<>();
        int different = 1 + random.nextInt(60);
        for (int step = 0; step < steps; step++) {
            String value = value(type, random.nextInt(different));
            Rows rows = TestRows.of(type).row(value).rows();
            List<Integer> of = users.computeIfAbsent(value, none -> new ArrayList<>());
            int found = codes.find(rows, 0, 0);
            assertThat(found).isEqualTo(of.isEmpty() ? Codes.UNKNOWN : of.get(0));
            if (!of.isEmpty() && random.nextInt(2) == 0) {
                codes.release(of.remove(0));
            } else {
                int code = codes.findOrAdd(rows, 0, 0);
                codes.use(code);
                of.add(code);
            }
            assertThat(codes.size()).isEqualTo((int)
                    users.values().stream().filter(each -> !each.isEmpty()).count());
        }
        users.values().removeIf(List::isEmpty);
        List<Integer> all = users.values().stream().map(of -> of.get(0)).toList();
        assertThat(all).doesNotHaveDuplicates().doesNotContain(Codes.NULL);
        users.forEach((value, of) -> {
            byte[] bytes = TestRows.value(type, value);
            assertThat(codes.find(bytes)).isEqualTo(of.get(0)).isLessThan(codes.limit());
            assertThat(codes.values().value(of.get(0), type)).isEqualTo(bytes);
        });
    }

    @Property
    void codesGivenBackAreUsedAgain(
            @ForAll @IntRange(max = 3) int kind, @ForAll @IntRange(min = 1, max = 100) int values) {
        ColumnType type = TYPES.get(kind);
        Codes codes = Codes.of(type, Detached.NONE);
        for (int round = 0; round < 5; round++) {
            int from = round * values;
            int[] taken = IntStream.range(from, from + values)
                    .map(i -> {
                        int code = codes.findOrAdd(
                                TestRows.of(type).row(value(type, i)).rows(), 0, 0);
                        codes.use(code);
                        return code;
                    })
                    .toArray();
            for (int code : taken) {
                codes.release(code);
            }
        }
        assertThat(codes.size()).isZero();
        assertThat(codes.limit()).isEqualTo(values + 1);
    }

    @Test
    void nullHasACodeOfItsOwnThatNobodyCounts() {
        for (ColumnType type : TYPES) {
            Codes codes = Codes.of(type, Detached.NONE);
            Rows rows = TestRows.of(type).row(new String[] {null}).rows();
            assertThat(codes.find(rows, 0, 0)).isEqualTo(Codes.NULL);
            assertThat(codes.findOrAdd(rows, 0, 0)).isEqualTo(Codes.NULL);
            codes.use(Codes.NULL);
            codes.release(Codes.NULL);
            codes.release(Codes.NULL);
            assertThat(codes.size()).isZero();
        }
    }

    @Test
    void wholeNumbersOfAnyWidthHaveOneCode() {
        Codes codes = Codes.of(ColumnType.INT8, Detached.NONE);
        int code = codes.findOrAdd(TestRows.of(ColumnType.INT8).row("-7").rows(), 0, 0);
        codes.use(code);
        assertThat(codes.find(TestRows.of(ColumnType.INT2).row("-7").rows(), 0, 0))
                .isEqualTo(code);
        assertThat(codes.find(TestRows.of(ColumnType.INT4).row("-7").rows(), 0, 0))
                .isEqualTo(code);
        assertThat(codes.values().value(code, ColumnType.INT2)).isEqualTo(TestRows.value(ColumnType.INT2, "-7"));
    }

    @Test
    void numericsThatDifferInTheirScaleAloneHaveOneCode() {
        Codes codes = Codes.of(ColumnType.NUMERIC, Detached.NONE);
        int code = codes.findOrAdd(TestRows.of(ColumnType.NUMERIC).row("1.500").rows(), 0, 0);
        codes.use(code);
        assertThat(codes.find(TestRows.of(ColumnType.NUMERIC).row("1.5").rows(), 0, 0))
                .isEqualTo(code);
        assertThat(codes.values().value(code, ColumnType.NUMERIC)).isEqualTo(TestRows.value(ColumnType.NUMERIC, "1.5"));
        assertThat(codes.values().value(code, ColumnType.numeric(4)))
                .isEqualTo(TestRows.value(ColumnType.NUMERIC, "1.5000"));
    }

    /** Values of many lengths, some beginning like others; enough of them make an arena worth making anew. */
    private static String value(ColumnType type, int number) {
        return type.kind() == ColumnType.Kind.TEXT
                ? "x".repeat(number % 40 * 8) + number + "é"
                : Integer.toString(number - 20);
    }
}
