package straum.domain.store;

import java.math.BigInteger;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;
import straum.domain.value.FloatRounding;

/**
 * The sum of an input's values in one group of an ask, and their average, from the totals of the columns that hold the
 * input's state.
 */
final class GroupSum {
    private final StateColumns state;
    private final ColumnTotals totals;
    /** How many values there are, at least one. */
    private final BigInteger values;

    /** The sum of so many values, at least one. */
    GroupSum(StateColumns state, ColumnTotals totals, BigInteger values) {
        this.state = state;
        this.totals = totals;
        this.values = values;
    }

    /**
     * The sum, in the canonical form of its type.
     *
     * @throws ArithmeticException when it is beyond the type
     */
    byte[] sum(ColumnType type) {
        return switch (type.kind()) {
            case INT8 -> Measured.int8(totals.get(state.mainSum()).longValueExact());
            case FLOAT4, FLOAT8 -> isFinite() ? roundedSum(type) : ofFloat(special(), type);
            default -> isFinite() ? Decimal.of(unscaled(scale()), scale()) : specialDecimal();
        };
    }

    /**
     * The average, in the canonical form of its type.
     *
     * @throws ArithmeticException when it, or the sum, is beyond the type
     */
    byte[] average(ColumnType type) {
        if (type.kind() == ColumnType.Kind.FLOAT8) {
            if (!isFinite()) {
                return ofFloat(special(), type);
            }
            // PostgreSQL divides the sum, and so has no average where the sum is beyond the type.
            roundedSum(type);
            BigInteger sum = FloatBands.sum(state.bands(), totals);
            return ofFloat(FloatRounding.quotient(sum, FloatBands.power(state.bands()), values), type);
        }
        return isFinite() ? Decimal.average(unscaled(scale()), scale(), values) : specialDecimal();
    }

    private boolean isFinite() {
        return totals.get(state.nans()).signum() == 0
                && totals.get(state.infinities()).signum() == 0
                && totals.get(state.minusInfinities()).signum() == 0;
    }

    /** The sum where not all values are finite: NaN where one is, or infinities of both signs are (manual, 8.1.2). */
    private double special() {
        boolean up = totals.get(state.infinities()).signum() > 0;
        boolean down = totals.get(state.minusInfinities()).signum() > 0;
        if (totals.get(state.nans()).signum() > 0 || up == down) {
            return Double.NaN;
        }
        return up ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }

    private byte[] specialDecimal() {
        double special = special();
        return Double.isNaN(special) ? Decimal.nan() : Decimal.infinity(special < 0);
    }

    private byte[] roundedSum(ColumnType type) {
        BigInteger sum = FloatBands.sum(state.bands(), totals);
        int power = FloatBands.power(state.bands());
        return type.kind() == ColumnType.Kind.FLOAT4
                ? ofFloat(FloatRounding.toFloat(sum, power), type)
                : ofFloat(FloatRounding.toDouble(sum, power), type);
    }

    private static byte[] ofFloat(double value, ColumnType type) {
        return type.kind() == ColumnType.Kind.FLOAT4
                ? ColumnType.bytesOf(Float.floatToIntBits((float) value), Float.BYTES)
                : ColumnType.bytesOf(Double.doubleToLongBits(value), Double.BYTES);
    }

    /** The scale a sum is printed with: the largest among its finite values. */
    private int scale() {
        BigInteger ofMainScale = ofMainScale();
        int scale = ofMainScale.signum() > 0 ? state.mainScale() : 0;
        for (State.Scale other : state.otherScales()) {
            scale = totals.get(other.count()).signum() > 0 ? Math.max(scale, other.scale()) : scale;
        }
        return scale;
    }

    /** How many values have the main scale: those left over. */
    private BigInteger ofMainScale() {
        BigInteger left = values;
        for (State.Scale other : state.otherScales()) {
            left = left.subtract(totals.get(other.count()));
        }
        return left;
    }

    /** The sum times 10^scale, the largest among its values. */
    private BigInteger unscaled(int scale) {
        BigInteger sum = ofMainScale().signum() > 0
                ? scaled(totals.get(state.mainSum()), scale - state.mainScale())
                : BigInteger.ZERO;
        for (State.Scale other : state.otherScales()) {
            if (totals.get(other.count()).signum() > 0) {
                sum = sum.add(scaled(totals.get(other.sum()), scale - other.scale()));
            }
        }
        return sum;
    }

    private static BigInteger scaled(BigInteger number, int decimals) {
        return decimals == 0 ? number : number.multiply(BigInteger.TEN.pow(decimals));
    }
}
