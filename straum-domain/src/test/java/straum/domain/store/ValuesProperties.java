package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.value.ColumnType;

/** Value cells beside a map from edge, key and value to how many rows are there. */
class ValuesProperties {
    private static final String HOUR = "1794560400";
    private static final String NEXT_HOUR = "1794564000";
    private static final String DAY = "1794528000";

    private static final @Nullable String[] TIMES = {
        "2026-11-13 09:00:00+00", "2026-11-13 10:59:59.999+00", "infinity", null
    };
    private static final @Nullable String[] KEYS = {"a", "b", null};
    private static final @Nullable String[] VALUES = {"0", "1", "-1", "300", "70000", "b", null};

    /** Invariants 7 and 9. */
    @Property(tries = 300)
    void valueCellsHoldWhatAMapHolds(@ForAll long seed, @ForAll @IntRange(max = 300) int changes) throws Exception {
        Random random = new Random(seed);
        OneRollup rollup = OneRollup.of(ColumnType.TEXT, OneRollup.over(Aggregate.Kind.COUNT_DISTINCT));
        List<@Nullable String[]> rows = new ArrayList<>();
        for (int change = 0; change < changes; change++) {
            change(random, rollup, rows);
        }
        check(rollup, rows);
        if (random.nextInt(4) == 0) {
            rollup.rollup.clear();
        } else {
            for (@Nullable String[] row : rows) {
                rollup.remove(row);
            }
        }
        check(rollup, List.of());
        assertThat(rollup.rollup.values("v").levels())
                .allSatisfy(level -> assertThat(level.cellCount()).isZero());
        assertThat(rollup.codesInUse()).isZero();
    }

    private static void change(Random random, OneRollup rollup, List<@Nullable String[]> rows) throws RowException {
        if (!rows.isEmpty() && random.nextInt(5) < 2) {
            rollup.remove(rows.remove(random.nextInt(rows.size())));
            return;
        }
        @Nullable String[] row = row(random);
        rollup.add(row);
        rows.add(row);
    }

    private static @Nullable String[] row(Random random) {
        return new @Nullable String[] {
            TIMES[random.nextInt(TIMES.length)],
            KEYS[random.nextInt(KEYS.length)],
            random.nextBoolean() ? VALUES[random.nextInt(VALUES.length)] : Integer.toString(random.nextInt(400))
        };
    }

    private static void check(OneRollup rollup, List<@Nullable String[]> rows) {
        for (int level = 0; level < 2; level++) {
            Map<String, Long> expected = new TreeMap<>();
            for (@Nullable String[] row : rows) {
                String time = row[0];
                if (time != null && !time.equals("infinity") && row[2] != null) {
                    String edge = level == 1 ? DAY : time.contains(" 09") ? HOUR : NEXT_HOUR;
                    expected.merge(List.of(edge, String.valueOf(row[1]), row[2]).toString(), 1L, Long::sum);
                }
            }
            Map<String, Long> held = new TreeMap<>();
            rollup.valueCells(level).forEach((cell, count) -> held.put(cell.toString(), count));
            assertThat(held).isEqualTo(expected);
            assertThat(rollup.rollup.values("v").levels()[level].cellCount()).isEqualTo(expected.size());
        }
    }

    /** Invariant 4. */
    @Property(tries = 200)
    void aRowWhoseValueNoneHasIsMissed(@ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int size) {
        Random random = new Random(seed);
        OneRollup rollup = OneRollup.of(ColumnType.TEXT, OneRollup.over(Aggregate.Kind.MIN));
        @Nullable String[] row = {"", "", ""};
        for (int i = 0; i < size; i++) {
            row = row(random);
            rollup.add(row);
        }
        // The same cell, so that only the value tells.
        String time = row[0];
        String key = row[1];
        assertThatThrownBy(() -> rollup.remove(time, key, "never")).isInstanceOf(RowException.class);
    }

    /** Invariants 4 and 7. */
    @Property(tries = 20)
    void aNullThatNoRowHasIsMissed(@ForAll @IntRange(max = 3) int time) {
        OneRollup rollup = OneRollup.of(ColumnType.TEXT, OneRollup.over(Aggregate.Kind.MIN));
        rollup.add(TIMES[time], "a", "1");
        assertThatThrownBy(() -> rollup.remove(TIMES[time], "a", null)).isInstanceOf(RowException.class);
    }
}
