package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import straum.domain.spec.Dim;
import straum.domain.spec.Table;
import straum.domain.spec.TableName;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** A projection beside a list of rows. Invariants 4 and 6: it gives up what was added, and null joins nothing. */
class ProjectionProperties {
    private static final TableName NAME = new TableName("app", "accounts");
    private static final Table TABLE = new Table(NAME, List.of("id", "part", "region", "plan"));
    private static final ColumnType[] TYPES = {ColumnType.INT4, ColumnType.TEXT, ColumnType.TEXT, ColumnType.INT2};

    @Property
    void underEachKeyAreTheRowsThatHaveIt(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 2) int keys, @ForAll @IntRange(max = 200) int steps)
            throws RowException {
        Random random = new Random(seed);
        int attributes = random.nextInt(3);
        Codes[] codes = codes();
        Dim dim = new Dim(
                NAME,
                List.of("id", "part").subList(0, keys),
                List.of("region", "plan").subList(0, attributes));
        Projection projection = new Projection(dim, TABLE, TYPES, codes, List.of(), Detached.NONE);
        List<List<@Nullable String>> model = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            List<@Nullable String> row = draw(random);
            if (random.nextInt(3) == 0 && !model.isEmpty()) {
                projection.remove(batch(model.remove(random.nextInt(model.size()))), 0);
            } else if (random.nextInt(40) == 0) {
                projection.clear();
                model.clear();
            } else {
                projection.add(batch(row), 0);
                model.add(row);
            }
        }
        Map<List<String>, Map<List<@Nullable String>, Long>> expected = new HashMap<>();
        long held = 0;
        for (List<@Nullable String> row : model) {
            if (row.get(0) != null && (keys == 1 || row.get(1) != null)) {
                held++;
                expected.computeIfAbsent(nonNull(row.subList(0, keys)), key -> new HashMap<>())
                        .merge(new ArrayList<>(row.subList(2, 2 + attributes)), 1L, Long::sum);
            }
        }
        assertThat(projection.rowCount()).isEqualTo(held);
        assertThat(projection.isUnique()).isEqualTo(held == expected.size());
        for (String id : List.of("1", "2", "3", "40")) {
            for (String part : List.of("a", "b", "c")) {
                List<String> key = List.of(id, part).subList(0, keys);
                int[] keyCodes = {
                    codes[0].find(TestRows.value(TYPES[0], id)), codes[1].find(TestRows.value(TYPES[1], part))
                };
                Map<List<@Nullable String>, Long> found = new HashMap<>();
                boolean known = keyCodes[0] >= 0 && (keys == 1 || keyCodes[1] >= 0);
                Entries entries = projection.current();
                int entry = known ? entries.first(keyCodes) : Entries.ABSENT;
                Heads heads = entries.heads();
                for (int attribute = 0; heads != null && known && attribute < attributes; attribute++) {
                    assertThat(heads.attribute(attribute, keyCodes[0]))
                            .isEqualTo(entry == Entries.ABSENT ? Codes.NULL : entries.attribute(attribute, entry));
                }
                for (; entry != Entries.ABSENT; entry = entries.next(entry)) {
                    List<@Nullable String> values = new ArrayList<>();
                    for (int attribute = 0; attribute < attributes; attribute++) {
                        values.add(
                                text(codes[2 + attribute], TYPES[2 + attribute], entries.attribute(attribute, entry)));
                    }
                    assertThat(found.put(values, entries.rows(entry))).isNull();
                }
                assertThat(found).isEqualTo(expected.getOrDefault(key, Map.of()));
            }
        }
        projection.clear();
        for (Codes each : codes) {
            assertThat(each.size()).isZero();
        }
    }

    private static Codes[] codes() {
        return Arrays.stream(TYPES).map(type -> Codes.of(type, Detached.NONE)).toArray(Codes[]::new);
    }

    @Property(tries = 100)
    void aRowThatWasNeverAddedIsNotTakenOut(@ForAll long seed) {
        Random random = new Random(seed);
        Codes[] codes = codes();
        Projection projection = new Projection(
                new Dim(NAME, List.of("id"), List.of("region")), TABLE, TYPES, codes, List.of(), Detached.NONE);
        projection.add(batch(List.of("1", "a", "eu", "1")), 0);
        String region = random.nextBoolean() ? "us" : "eu";
        String id = region.equals("us") ? "1" : "2";
        assertThatThrownBy(() -> projection.remove(batch(List.of(id, "a", region, "1")), 0))
                .isInstanceOf(RowException.class)
                .hasMessageContaining("app.accounts")
                .hasMessageContaining("region=" + region);
    }

    /** The index of keys of several columns has few positions, and so short ones, however many entries there are. */
    @Test
    void theEntriesOfAKeyWhoseFirstGoesAreFoundPastTwoBytes() throws RowException {
        int rows = 70_000;
        Codes[] codes = codes();
        Projection projection = new Projection(
                new Dim(NAME, List.of("id", "part"), List.of("region")), TABLE, TYPES, codes, List.of(), Detached.NONE);
        for (int i = 0; i < rows; i++) {
            projection.add(batch(List.of(String.valueOf(1 + i % 2), "a", "r" + i, "1")), 0);
        }
        int[] key = {codes[0].find(TestRows.value(TYPES[0], "1")), codes[1].find(TestRows.value(TYPES[1], "a"))};
        projection.remove(batch(List.of("1", "a", "r0", "1")), 0);
        int found = 0;
        Entries entries = projection.current();
        for (int entry = entries.first(key); entry != Entries.ABSENT; entry = entries.next(entry)) {
            found++;
        }
        assertThat(found).isEqualTo(rows / 2 - 1);
    }

    private static List<String> nonNull(List<@Nullable String> texts) {
        return texts.stream().map(String::valueOf).toList();
    }

    private static @Nullable String text(Codes codes, ColumnType type, int code) {
        if (code == Codes.NULL) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        byte[] value = codes.values().value(code, type);
        type.print(value, 0, value.length, text);
        return text.toString();
    }

    private static List<@Nullable String> draw(Random random) {
        String[] ids = {"1", "2", "3", "40", null};
        String[] parts = {"a", "b", "c", null};
        String[] regions = {"eu", "us", null};
        String[] plans = {"1", "2", "3", "4", "5", "6", "7", null};
        List<@Nullable String> row = new ArrayList<>();
        row.add(ids[random.nextInt(ids.length)]);
        row.add(parts[random.nextInt(parts.length)]);
        row.add(regions[random.nextInt(regions.length)]);
        row.add(plans[random.nextInt(plans.length)]);
        return row;
    }

    private static Rows batch(List<@Nullable String> row) {
        return TestRows.of(TYPES).row(row.toArray(new String[0])).rows();
    }
}
