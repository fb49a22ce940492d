package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** A batch beside a list of rows of byte arrays. */
class RowsProperties {
    @Property
    void aBatchHoldsWhatAListOfRowsHolds(@ForAll long seed) {
        Random random = new Random(seed);
        int columns = random.nextInt(4);
        Rows rows = new Rows(columns);
        List<byte @Nullable []> model = new ArrayList<>();
        int used = 0;
        for (int step = 0; step < 30; step++) {
            int count = columns == 0 ? rows.size() : model.size() / columns;
            switch (random.nextInt(12)) {
                case 0 -> {
                    rows.clear();
                    model.clear();
                    used = 0;
                    count = 0;
                }
                case 1 -> {
                    if (count > 0) {
                        rows.dropRow();
                        model.subList(model.size() - columns, model.size()).clear();
                        count--;
                    }
                }
                default -> {
                    assertThat(rows.addRow()).isEqualTo(count);
                    for (int column = 0; column < columns; column++) {
                        byte[] value = new byte[1 + random.nextInt(8)];
                        random.nextBytes(value);
                        switch (random.nextInt(4)) {
                            case 0 -> value = null;
                            case 1 -> {
                                int like = random.nextInt(count + 1);
                                rows.placeLike(column, like);
                                value = like == count ? null : model.get(like * columns + column);
                            }
                            case 2 -> {
                                byte[] around = new byte[value.length + 3];
                                System.arraycopy(value, 0, around, 2, value.length);
                                rows.set(column, around, 2, value.length);
                                used += value.length;
                            }
                            default -> {
                                int at = rows.reserve(value.length + 1) + 1;
                                System.arraycopy(value, 0, rows.bytes(), at, value.length);
                                rows.place(column, at, value.length);
                                used += value.length + 1;
                            }
                        }
                        model.add(value);
                    }
                    count++;
                }
            }
            assertThat(rows.size()).isEqualTo(count);
            assertThat(rows.isEmpty()).isEqualTo(count == 0);
            assertThat(rows.usedBytes()).isEqualTo(used);
        }
        assertThat(rows.columns()).isEqualTo(columns);
        for (int i = 0; i < model.size(); i++) {
            assertIs(rows, i / columns, i % columns, model.get(i));
        }
    }

    private static void assertIs(Rows rows, int row, int column, byte @Nullable [] value) {
        assertThat(rows.isNull(row, column)).isEqualTo(value == null);
        int start = rows.start(row, column);
        int length = rows.length(row, column);
        if (value == null) {
            assertThat(start).isZero();
            assertThat(length).isEqualTo(-1);
        } else {
            assertThat(Arrays.copyOfRange(rows.bytes(), start, start + length)).isEqualTo(value);
            assertThat(rows.longAt(row, column)).isEqualTo(ColumnType.longOf(value, 0, value.length));
        }
    }
}
