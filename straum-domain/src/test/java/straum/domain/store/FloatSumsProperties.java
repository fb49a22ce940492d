package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.value.ColumnType;

/** Sums and averages of floats beside those of the decimals that the floats exactly are. */
class FloatSumsProperties {
    private static final Aggregate SUM = OneRollup.over(Aggregate.Kind.SUM);
    private static final Aggregate AVG = OneRollup.over(Aggregate.Kind.AVG);

    private static double draw(Random random, boolean single) {
        double value = switch (random.nextInt(8)) {
            case 0 -> random.nextInt(2000) - 1000;
            case 1 -> (random.nextInt(2000) - 1000) / 4.0;
            case 2 -> random.nextInt(100_000) / 100.0;
            case 3 -> random.nextDouble();
            case 4 -> random.nextGaussian() * 1e16;
            case 5 -> single ? Float.intBitsToFloat(random.nextInt()) : Double.longBitsToDouble(random.nextLong());
            case 6 -> single ? Float.MIN_VALUE * random.nextInt(50) : Double.MIN_VALUE * random.nextInt(50);
            default ->
                List.of(
                                0.0,
                                -0.0,
                                Double.NaN,
                                Double.POSITIVE_INFINITY,
                                Double.NEGATIVE_INFINITY,
                                single ? Float.MAX_VALUE : Double.MAX_VALUE,
                                1e16,
                                0.1)
                        .get(random.nextInt(8));
        };
        return single ? (float) value : value;
    }

    private static String text(double value, boolean single) {
        return single ? Float.toString((float) value) : Double.toString(value);
    }

    @Property(tries = 1000)
    void sumsAreTheExactOnesRoundedOnce(@ForAll long seed, @ForAll @IntRange(max = 40) int changes) throws Exception {
        Random random = new Random(seed);
        boolean single = random.nextBoolean();
        OneRollup rollup = OneRollup.of(single ? ColumnType.FLOAT4 : ColumnType.FLOAT8, SUM, AVG);
        List<Double> held = new ArrayList<>();
        for (int change = 0; change < changes; change++) {
            if (!held.isEmpty() && random.nextInt(5) < 2) {
                rollup.removeValues(text(held.remove(random.nextInt(held.size())), single));
            } else {
                double value = draw(random, single);
                held.add(value);
                rollup.addValues(text(value, single));
            }
        }
        List<@Nullable String> expected = expected(held, single);
        if (expected == null) {
            assertThatThrownBy(rollup::answers).isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(rollup.answers()).isEqualTo(expected);
            assertThat(rollup.answers(1)).isEqualTo(expected);
        }
        for (double value : held) {
            rollup.removeValues(text(value, single));
        }
        assertThat(rollup.rollup.cellCount()).isZero();
    }

    /** The sum and the average; null where the sum is beyond the type. */
    private static @Nullable List<@Nullable String> expected(List<Double> values, boolean single) {
        if (values.isEmpty()) {
            return java.util.Arrays.asList(null, null);
        }
        BigDecimal exact = BigDecimal.ZERO;
        double special = 0;
        for (double value : values) {
            if (Double.isFinite(value)) {
                exact = exact.add(new BigDecimal(value));
            } else {
                special += value;
            }
        }
        if (special != 0) {
            return List.of(print(special, single), print(special, false));
        }
        double sum = single ? exact.floatValue() : exact.doubleValue();
        double asDouble = exact.doubleValue();
        if (Double.isInfinite(sum) || Double.isInfinite(asDouble)) {
            return null;
        }
        BigDecimal average = exact.divide(new BigDecimal(values.size()), new MathContext(3000));
        return List.of(print(sum, single), print(average.doubleValue(), false));
    }

    private static String print(double value, boolean single) {
        ColumnType type = single ? ColumnType.FLOAT4 : ColumnType.FLOAT8;
        byte[] bytes = single
                ? ColumnType.bytesOf(Float.floatToIntBits((float) value + 0f), 4)
                : ColumnType.bytesOf(Double.doubleToLongBits(value + 0.0), 8);
        StringBuilder text = new StringBuilder();
        type.print(bytes, 0, bytes.length, text);
        return text.toString();
    }

    @Example
    void wholeNumbersTakeFewBytes() {
        OneRollup rollup = OneRollup.of(ColumnType.FLOAT8, SUM);
        for (int i = 0; i < 100; i++) {
            rollup.add("2026-11-13 09:00:00+00", "k" + i, Integer.toString(i));
        }
        StateColumns floats = rollup.rollup.state(0).columns();
        assertThat(floats.bands()).hasSize(1);
        Buckets buckets = rollup.rollup.levels()[0].buckets();
        assertThat(buckets.columns(0).width(floats.bands().get(0).sum())).isEqualTo(1);
    }

    @Example
    void valuesOfOneMagnitudeAreInOneBandOrTwo() {
        OneRollup rollup = OneRollup.of(ColumnType.FLOAT8, SUM);
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            rollup.addValues(Double.toString(100 + random.nextInt(90_000) / 100.0 + 0.001));
        }
        assertThat(rollup.rollup.state(0).columns().bands()).hasSizeLessThanOrEqualTo(2);
    }
}
