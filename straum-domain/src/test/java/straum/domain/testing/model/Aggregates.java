package straum.domain.testing.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.value.ColumnType;

/** PostgreSQL's aggregates over values that are not null (manual, 9.21), by exact arithmetic. */
final class Aggregates {
    /** No double, nor the middle of two, has as many digits. */
    private static final int EXACT_DIGITS = 800;

    private Aggregates() {}

    /**
     * An aggregate of values, of which nulls are left out.
     *
     * @param result the type of what it answers
     * @throws ArithmeticException when it is beyond its type
     */
    static @Nullable Value of(Aggregate aggregate, List<Value> values, ColumnType result) {
        return switch (aggregate.kind()) {
            case COUNT_ROWS, COUNT -> new Value(Integer.toString(values.size()), result);
            case COUNT_DISTINCT -> {
                Set<String> distinct = new HashSet<>();
                values.forEach(value -> distinct.add(value.equality()));
                yield new Value(Integer.toString(distinct.size()), result);
            }
            default -> values.isEmpty() ? null : ofSome(aggregate, values, result);
        };
    }

    private static Value ofSome(Aggregate aggregate, List<Value> values, ColumnType result) {
        return switch (aggregate.kind()) {
            case SUM -> sum(values, result);
            case AVG -> average(values, result);
            case MIN -> of(sorted(values).get(0), result);
            case MAX -> of(sorted(values).get(values.size() - 1), result);
            case PERCENTILE_DISC -> {
                int rank = (int) Math.ceil(aggregate.fraction() * values.size());
                yield of(sorted(values).get(Math.max(1, rank) - 1), result);
            }
            case BOOL_AND -> bool(values.stream().allMatch(value -> value.text().equals("t")));
            case BOOL_OR -> bool(values.stream().anyMatch(value -> value.text().equals("t")));
            case COUNT_ROWS, COUNT, COUNT_DISTINCT -> throw new IllegalArgumentException(aggregate.toString());
        };
    }

    private static Value of(Value value, ColumnType result) {
        return new Value(value.shown().text(), result);
    }

    private static List<Value> sorted(List<Value> values) {
        List<Value> sorted = new ArrayList<>(values);
        sorted.sort(Value::compareTo);
        return sorted;
    }

    private static Value bool(boolean value) {
        return new Value(value ? "t" : "f", ColumnType.BOOL);
    }

    private static Value sum(List<Value> values, ColumnType result) {
        String special = special(values);
        if (special != null) {
            return new Value(special, result);
        }
        BigDecimal sum = exactSum(values);
        return switch (result.kind()) {
            case FLOAT4, FLOAT8 -> rounded(sum, result);
            case INT8 -> new Value(Long.toString(sum.longValueExact()), result);
            default -> new Value(sum.toPlainString(), result);
        };
    }

    private static Value average(List<Value> values, ColumnType result) {
        String special = special(values);
        if (special != null) {
            return new Value(special, result);
        }
        BigDecimal sum = exactSum(values);
        BigDecimal count = new BigDecimal(values.size());
        if (result.kind() == ColumnType.Kind.FLOAT8) {
            rounded(sum, result); // PostgreSQL divides the sum, and has no average where it is beyond the type
            return rounded(quotient(sum, count), result);
        }
        return new Value(
                sum.divide(count, scale(sum, count), RoundingMode.HALF_UP).toPlainString(), result);
    }

    /** What a sum is that is no number; null where it is one. */
    private static @Nullable String special(List<Value> values) {
        boolean up = has(values, "Infinity");
        boolean down = has(values, "-Infinity");
        return has(values, "NaN") || (up && down) ? "NaN" : up ? "Infinity" : down ? "-Infinity" : null;
    }

    private static boolean has(List<Value> values, String text) {
        return values.stream().anyMatch(value -> value.text().equals(text));
    }

    /** Of the largest scale among the values. */
    private static BigDecimal exactSum(List<Value> values) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Value value : values) {
            sum = sum.add(exact(value));
        }
        return sum;
    }

    private static BigDecimal exact(Value value) {
        return switch (value.type().kind()) {
            case FLOAT4 -> new BigDecimal((double) Float.parseFloat(value.text()));
            case FLOAT8 -> new BigDecimal(Double.parseDouble(value.text()));
            default -> new BigDecimal(value.text());
        };
    }

    /** A quotient, cut off where no rounding to a double can see it, and marked where it goes on. */
    private static BigDecimal quotient(BigDecimal sum, BigDecimal count) {
        BigDecimal cut = sum.divide(count, new MathContext(EXACT_DIGITS, RoundingMode.DOWN));
        int rest = sum.subtract(cut.multiply(count)).signum();
        return cut.add(new BigDecimal(rest).movePointLeft(Math.max(cut.scale(), EXACT_DIGITS) + EXACT_DIGITS));
    }

    private static Value rounded(BigDecimal exact, ColumnType type) {
        boolean single = type.kind() == ColumnType.Kind.FLOAT4;
        double rounded = single ? Float.parseFloat(exact.toString()) : Double.parseDouble(exact.toString());
        if (Double.isInfinite(rounded)) {
            throw new ArithmeticException(exact + " is beyond " + type.name());
        }
        double canonical = rounded == 0 ? 0 : rounded;
        long bits = single ? Float.floatToIntBits((float) canonical) : Double.doubleToLongBits(canonical);
        int length = single ? Float.BYTES : Double.BYTES;
        return Value.of(type, ColumnType.bytesOf(bits, length), 0, length);
    }

    /** The scale that numeric division gives its result: 16 significant digits at least, by digits of base 10000. */
    private static int scale(BigDecimal dividend, BigDecimal divisor) {
        int weight = weight(dividend) - weight(divisor);
        if (first(dividend) <= first(divisor)) {
            weight--;
        }
        int scale = 16 - 4 * weight;
        return Math.min(1000, Math.max(0, Math.max(scale, Math.max(dividend.scale(), divisor.scale()))));
    }

    /** The power of 10000 of a number's first digit in base 10000; 0 of 0. */
    private static int weight(BigDecimal number) {
        return number.signum() == 0 ? 0 : Math.floorDiv(number.precision() - number.scale() - 1, 4);
    }

    /** That digit. */
    private static int first(BigDecimal number) {
        return number.abs().movePointLeft(4 * weight(number)).intValue();
    }
}
