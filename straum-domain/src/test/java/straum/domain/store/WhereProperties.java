package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/** A view with a WHERE beside one without, which is given the rows that pass. */
class WhereProperties {
    /** True of rows that are ok and have no negative v; unknown where what tells is null. */
    private static final Condition<String, Literal> WHERE = new Condition.And<>(List.of(
            new Condition.Holds<>("ok"),
            new Condition.Not<>(
                    new Condition.Compare<>("v", Condition.Operator.LESS, new Literal.Number("0"), false))));

    private static final Aggregate[] MEASURES = {
        new Aggregate(Aggregate.Kind.COUNT_ROWS, null),
        OneRollup.over(Aggregate.Kind.SUM),
        OneRollup.over(Aggregate.Kind.MIN),
        OneRollup.over(Aggregate.Kind.COUNT_DISTINCT)
    };

    private static final @Nullable String[] TIMES = {"2026-11-13 09:00:00+00", "2026-11-14 09:00:00+00", null};
    private static final @Nullable String[] KEYS = {"a", "b", null};
    private static final @Nullable String[] VALUES = {"-1", "0", "1", "2", null};
    private static final @Nullable String[] OKS = {"true", "false", null};

    private final OneRollup view = OneRollup.where(WHERE, ColumnType.INT4, MEASURES);
    private final TableUsers table = view.user();

    private static @Nullable String[] row(Random random) {
        List<@Nullable String> row = new ArrayList<>();
        for (@Nullable String[] of : List.of(TIMES, KEYS, VALUES, OKS)) {
            row.add(of[random.nextInt(of.length)]);
        }
        return row.toArray(new String[0]);
    }

    private static boolean passes(@Nullable String[] row) {
        return "true".equals(row[3]) && row[2] != null && !row[2].equals("-1");
    }

    @Property(tries = 300)
    void aViewHoldsTheRowsThatPass(@ForAll long seed, @ForAll @IntRange(max = 60) int changes) throws Exception {
        Random random = new Random(seed);
        List<@Nullable String[]> held = new ArrayList<>();
        for (int change = 0; change < changes; change++) {
            int kind = held.isEmpty() ? 0 : random.nextInt(4);
            @Nullable String[] after = row(random);
            if (kind == 0) {
                table.add(view.rows(after), 0, 1);
                held.add(after);
            } else if (kind == 1) {
                table.remove(view.rows(held.remove(random.nextInt(held.size()))), 0);
            } else {
                @Nullable String[] before = held.remove(random.nextInt(held.size()));
                if (random.nextBoolean()) {
                    // An update of the column that only WHERE reads.
                    String ok = after[3];
                    after = before.clone();
                    after[3] = ok;
                }
                Rows both = view.rows(before, after);
                table.update(both, 0, 1);
                held.add(after);
            }
        }
        OneRollup expected = OneRollup.of(ColumnType.INT4, MEASURES);
        int rows = 0;
        for (@Nullable String[] row : held) {
            if (passes(row)) {
                expected.add(Arrays.copyOf(row, 3));
                rows++;
            }
        }
        assertThat(view.answers()).isEqualTo(expected.answers());
        assertThat(view.answers(1)).isEqualTo(expected.answers(1));
        assertThat(view.rollup.cellCount()).isEqualTo(expected.rollup.cellCount());
        assertThat(view.rollup.rowCount()).isEqualTo(rows);
        for (@Nullable String[] row : held) {
            table.remove(view.rows(row), 0);
        }
        assertThat(view.rollup.rowCount()).isZero();
        assertThat(view.codesInUse()).isZero();
    }
}
