package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import straum.domain.spec.Aggregate;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** What is told of value cells beside lists of values, one a group, sorted by the type. */
class ValueTotalsProperties {
    private static final double[] FRACTIONS = {0, 0.1, 1.0 / 3, 0.5, 0.9, 0.95, 1};

    private static final List<ColumnType> TYPES = List.of(
            ColumnType.INT4,
            ColumnType.NUMERIC,
            ColumnType.numeric(2),
            ColumnType.FLOAT4,
            ColumnType.FLOAT8,
            ColumnType.TEXT,
            ColumnType.bpchar(3),
            ColumnType.DATE,
            ColumnType.enumOf("mood", List.of("sad", "ok", "happy", "9", "10")));

    private static String text(ColumnType type, Random random) {
        return switch (type.kind()) {
            case INT4 -> Integer.toString(random.nextInt(400) - 200);
            case NUMERIC ->
                List.of("NaN", "Infinity", "-Infinity", "0.00", "-3.50", "12345678901234567890.25")
                        .get(random.nextInt(6));
            case FLOAT4, FLOAT8 ->
                List.of("NaN", "Infinity", "-Infinity", "0", "-1.5", "1e30", "-1e-30", "2")
                        .get(random.nextInt(8));
            case DATE ->
                List.of("infinity", "-infinity", "2026-11-13", "1969-12-31", "0214-02-05 BC")
                        .get(random.nextInt(5));
            case ENUM -> type.labels().get(random.nextInt(5));
            default -> List.of("", "a", "B", "ž", "aa", "Z", "zz").get(random.nextInt(7));
        };
    }

    @Property(tries = 400)
    void totalsAreWhatListsOfTheValuesSay(
            @ForAll long seed, @ForAll @IntRange(max = 200) int rows, @ForAll @IntRange(min = 1, max = 5000) int groups)
            throws Exception {
        Random random = new Random(seed);
        ColumnType type = TYPES.get(random.nextInt(TYPES.size()));
        List<Aggregate> aggregates = new ArrayList<>(List.of(
                OneRollup.over(Aggregate.Kind.MIN),
                OneRollup.over(Aggregate.Kind.MAX),
                OneRollup.over(Aggregate.Kind.COUNT_DISTINCT)));
        for (double fraction : FRACTIONS) {
            aggregates.add(OneRollup.percentile(fraction));
        }
        OneRollup rollup = OneRollup.of(type, aggregates.toArray(new Aggregate[0]));
        List<List<byte[]>> model = new ArrayList<>();
        for (int group = 0; group < groups; group++) {
            model.add(new ArrayList<>());
        }
        // Every row has a key of its own, so a value cell of its own, in a group drawn for it.
        List<Integer> groupOfRow = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            rollup.add("2026-11-13 09:00:00+00", Integer.toString(row), text(type, random));
            groupOfRow.add(random.nextInt(random.nextBoolean() ? Math.min(3, groups) : groups));
        }
        List<Integer> asked = new ArrayList<>();
        for (int measure = 0; measure < aggregates.size(); measure++) {
            asked.add(measure);
        }
        int room = random.nextBoolean() ? groups : random.nextInt(3);
        ValueTotals totals = new ValueTotals(rollup.fact, rollup.rollup, 0, "v", asked, room, new Room(Long.MAX_VALUE));
        fill(rollup, random, groupOfRow, totals, model);
        for (int group = 0; group < groups; group++) {
            List<byte[]> values = model.get(group);
            values.sort(type::compare);
            for (int measure : asked) {
                assertThat(totals.value(measure, type, group))
                        .as("%s of %s", aggregates.get(measure), values.size())
                        .isEqualTo(expected(aggregates.get(measure), values));
            }
        }
    }

    private static void fill(
            OneRollup rollup, Random random, List<Integer> groupOfRow, ValueTotals totals, List<List<byte[]>> model)
            throws Exception {
        Buckets buckets = new Buckets();
        Values values = rollup.rollup.values("v");
        values.levels()[1].collect(Long.MIN_VALUE, Long.MAX_VALUE, buckets);
        // Of some pages no cell is read, so that there are codes that do not come.
        int skipped = random.nextInt(4);
        for (int page = 0; page < buckets.size(); page++) {
            if (random.nextInt(4) >= skipped) {
                fill(rollup, random, groupOfRow, buckets.columns(page), totals, model);
            }
        }
    }

    private static void fill(
            OneRollup rollup,
            Random random,
            List<Integer> groupOfRow,
            Columns cells,
            ValueTotals totals,
            List<List<byte[]>> model)
            throws Exception {
        Values values = rollup.rollup.values("v");
        int[] marks = new int[cells.size()];
        List<Integer> groups = new ArrayList<>();
        int limit = 0;
        for (int position = 0; position < cells.size(); position++) {
            byte[] key = rollup.rollup.codes(0).values().value(cells.code(0, position), ColumnType.TEXT);
            int group = groupOfRow.get(Integer.parseInt(new String(key, java.nio.charset.StandardCharsets.UTF_8)));
            byte[] value = values.codes().values().value(cells.code(values.codeColumn(), position), values.type());
            limit = Math.max(limit, group + 1);
            boolean alone = random.nextInt(3) == 0;
            int times = alone ? 1 + random.nextInt(4) : 1;
            for (int time = 0; time < times; time++) {
                model.get(group).add(value);
            }
            if (alone) {
                totals.add(cells, position, group, limit, times);
            } else {
                marks[position] = 1;
                groups.add(group);
            }
        }
        Picks picks = new Picks(cells.size());
        picks.run(0, cells.size());
        picks.keep(marks);
        totals.add(cells, picks, groups.stream().mapToInt(Integer::intValue).toArray(), limit);
    }

    private static byte[] expected(Aggregate aggregate, List<byte[]> sorted) {
        if (aggregate.kind() == Aggregate.Kind.COUNT_DISTINCT) {
            return Measured.int8(new HashSet<>(
                            sorted.stream().map(java.util.Arrays::toString).toList())
                    .size());
        }
        if (sorted.isEmpty()) {
            return null;
        }
        return switch (aggregate.kind()) {
            case MIN -> sorted.get(0);
            case MAX -> sorted.get(sorted.size() - 1);
            default -> sorted.get(Math.max(1, (int) Math.ceil(aggregate.fraction() * sorted.size())) - 1);
        };
    }

    /** The order of codes is the order of the values. */
    @Property(tries = 200)
    void codesAreSortedAsTheirValues(@ForAll long seed) {
        Random random = new Random(seed);
        for (ColumnType type : TYPES) {
            Codes codes = Codes.of(type, Detached.NONE);
            List<Integer> made = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Rows row = TestRows.of(type).row(text(type, random)).rows();
                int code = codes.findOrAdd(row, 0, 0);
                codes.use(code);
                made.add(code);
            }
            int[] sorted = made.stream().distinct().mapToInt(Integer::intValue).toArray();
            new CodeOrder(codes.values(), type).sort(sorted, sorted.length);
            for (int i = 1; i < sorted.length; i++) {
                assertThat(type.compare(
                                codes.values().value(sorted[i - 1], type),
                                codes.values().value(sorted[i], type)))
                        .isNegative();
            }
        }
    }

    @Example
    void aPercentileOfMoreRowsThanAreCountedIsRefused() throws Exception {
        ValueCounts counts = new ValueCounts(1, 3, new Room(Long.MAX_VALUE));
        counts.add(0, 1, Long.MAX_VALUE - 1);
        counts.add(0, 2, 5);
        CodeOrder order = new CodeOrder(Codes.of(ColumnType.INT4, Detached.NONE).values(), ColumnType.INT4);
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> counts.percentile(0, 0.5, order))
                .isInstanceOf(ArithmeticException.class);
    }

    /** 2^53 + 3 rows are 2^53 + 4 in a double: a rank past the last row is the last row's. */
    @Example
    void aRankPastTheLastRowIsTheGreatestValues() throws Exception {
        Codes codes = Codes.of(ColumnType.INT4, Detached.NONE);
        ValueCounts counts = new ValueCounts(1, 3, new Room(Long.MAX_VALUE));
        for (int value = 1; value <= 2; value++) {
            codes.use(codes.findOrAdd(
                    TestRows.of(ColumnType.INT4).row(Integer.toString(value)).rows(), 0, 0));
        }
        counts.add(0, 1, (1L << 53) + 2);
        counts.add(0, 2, 1);

        assertThat(counts.percentile(0, 1, new CodeOrder(codes.values(), ColumnType.INT4)))
                .isEqualTo(2);
    }

    @Example
    void countsMoveToCellsWhenTheGroupsBecomeMany() throws Exception {
        Codes codes = Codes.of(ColumnType.INT4, Detached.NONE);
        ValueCounts counts = new ValueCounts(1, 1000, new Room(Long.MAX_VALUE));
        for (int value = 9; value > 0; value--) {
            int code = codes.findOrAdd(
                    TestRows.of(ColumnType.INT4).row(Integer.toString(value)).rows(), 0, 0);
            codes.use(code);
            counts.add(0, code, 1);
        }
        counts.reserve(1000);
        counts.add(999, 1, 1);
        int median = counts.percentile(0, 0.5, new CodeOrder(codes.values(), ColumnType.INT4));

        assertThat(counts.distinct(0)).isEqualTo(9);
        assertThat(codes.values().value(median, ColumnType.INT4)).isEqualTo(ColumnType.bytesOf(5, 4));
    }
}
