package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static straum.domain.store.OneRollup.over;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.domain.spec.Aggregate;
import straum.domain.value.ColumnType;

/** What cells keep for each measure; the letters are those of faults seen in the field. */
class StatesTest {
    private static final Aggregate COUNT = over(Aggregate.Kind.COUNT);
    private static final Aggregate DISTINCT = over(Aggregate.Kind.COUNT_DISTINCT);
    private static final Aggregate SUM = over(Aggregate.Kind.SUM);
    private static final Aggregate AVG = over(Aggregate.Kind.AVG);
    private static final Aggregate MIN = over(Aggregate.Kind.MIN);
    private static final Aggregate MAX = over(Aggregate.Kind.MAX);
    private static final Aggregate ALL = over(Aggregate.Kind.BOOL_AND);
    private static final Aggregate ANY = over(Aggregate.Kind.BOOL_OR);
    private static final Aggregate MEDIAN = OneRollup.percentile(0.5);

    /** V1. */
    @Test
    void aNanIsTheSumUntilItLeaves() throws Exception {
        OneRollup rollup = OneRollup.of(ColumnType.NUMERIC, SUM, AVG, MIN, MAX).addValues("1.5", "NaN", "2");

        assertThat(rollup.answers()).containsExactly("NaN", "NaN", "1.5", "NaN");
        assertThat(rollup.removeValues("NaN").answers()).containsExactly("3.5", "1.7500000000000000", "1.5", "2");
    }

    /** V2. */
    @ParameterizedTest
    @ValueSource(strings = {"numeric", "float4", "float8"})
    void infinitiesAreTheSumUntilTheyLeave(String name) throws Exception {
        ColumnType type = name.equals("numeric")
                ? ColumnType.NUMERIC
                : name.equals("float4") ? ColumnType.FLOAT4 : ColumnType.FLOAT8;
        OneRollup rollup = OneRollup.of(type, SUM, AVG, MIN, MAX).addValues("4", "Infinity");

        assertThat(rollup.answers()).containsExactly("Infinity", "Infinity", "4", "Infinity");
        assertThat(rollup.addValues("-Infinity").answers()).containsExactly("NaN", "NaN", "-Infinity", "Infinity");
        assertThat(rollup.removeValues("Infinity").answers())
                .containsExactly("-Infinity", "-Infinity", "-Infinity", "4");
        assertThat(rollup.removeValues("-Infinity").answers())
                .containsExactly("4", type == ColumnType.NUMERIC ? "4.0000000000000000" : "4", "4", "4");
    }

    @Test
    void sumsOfBigIntegersAreNumerics() {
        OneRollup rollup =
                OneRollup.of(ColumnType.INT8, SUM, AVG).addValues("9223372036854775807", "9223372036854775807", "-1");

        assertThat(rollup.answers()).containsExactly("18446744073709551613", "6148914691236517204");
    }

    /** V3. */
    @Test
    void longNumericsAreExact() {
        String sixty = "123456789012345678901234567890123456789012345678901234567890";
        OneRollup rollup = OneRollup.of(ColumnType.NUMERIC, SUM, MIN, MAX, DISTINCT)
                .addValues(sixty, "-" + sixty, sixty, "0.0000000001");
        OneRollup scaled = OneRollup.of(ColumnType.numeric(10), SUM, MIN, MAX)
                .addValues("1234567890123456789012345678.0123456789", "0.0000000001");

        assertThat(rollup.answers()).containsExactly(sixty + ".0000000001", "-" + sixty, sixty, "3");
        assertThat(scaled.answers())
                .containsExactly(
                        "1234567890123456789012345678.0123456790",
                        "0.0000000001",
                        "1234567890123456789012345678.0123456789");
    }

    /** V4. */
    @ParameterizedTest
    @ValueSource(strings = {"date", "timestamp", "timestamptz"})
    void infiniteTimesAreTheLeastAndTheGreatest(String name) throws Exception {
        ColumnType type = name.equals("date")
                ? ColumnType.DATE
                : name.equals("timestamp") ? ColumnType.TIMESTAMP : ColumnType.TIMESTAMPTZ;
        String zone = name.equals("timestamptz") ? "+00" : "";
        String time = name.equals("date") ? "2026-11-13" : "2026-11-13 09:00:00" + zone;
        OneRollup rollup = OneRollup.of(type, COUNT, DISTINCT, MIN, MAX, MEDIAN)
                .addValues("infinity", "-infinity", time, "infinity", null);

        assertThat(rollup.answers()).containsExactly("4", "3", "-infinity", "infinity", time);
        rollup.removeValues("infinity", "-infinity", "infinity", null);
        assertThat(rollup.answers()).containsExactly("1", "1", time, time, time);
    }

    /** V4, Invariant 7. */
    @Test
    void aRowOfAnInfiniteTimeIsKeptAndNeverAnswered() throws Exception {
        OneRollup rollup = OneRollup.of(ColumnType.INT4, COUNT, MIN, DISTINCT).add("infinity", "a", "1");

        assertThat(rollup.answers()).containsExactly("0", null, "0");
        assertThat(rollup.codesInUse()).isEqualTo(2);
        assertThatThrownBy(() -> rollup.remove("-infinity", "a", "2")).isInstanceOf(RowException.class);
        rollup.remove("-infinity", "a", "1");
        assertThat(rollup.codesInUse()).isZero();
    }

    /** V14. */
    @Test
    void aFloatThatLeavesTakesNothingAlong() throws Exception {
        OneRollup rollup = OneRollup.of(ColumnType.FLOAT8, SUM, AVG).addValues("1e16", "1", "-0");

        assertThat(rollup.answers().get(0)).isEqualTo("1e+16");
        assertThat(rollup.removeValues("1e16").answers()).containsExactly("1", "0.5");
        rollup.addValues("NaN", "Infinity", "1e-300").removeValues("NaN", "Infinity", "1");
        assertThat(rollup.answers()).containsExactly("1e-300", "5e-301");
        assertThat(rollup.removeValues("1e-300").answers()).containsExactly("0", "0");
        assertThat(rollup.removeValues("-0").answers()).containsExactly(null, null);
    }

    /** V15. */
    @Test
    void aSumOfFloat4IsRoundedOnce() {
        OneRollup rollup = OneRollup.of(ColumnType.FLOAT4, SUM).addValues("2", "1.9999999", "10254.05");
        // 2^24 is the first whole number whose successor is no float4: rounding on the way would stay there.
        OneRollup ones = OneRollup.of(ColumnType.FLOAT4, SUM, AVG).addValues("16777216", "1", "1", "1");

        assertThat(rollup.answers()).containsExactly("10258.05");
        assertThat(ones.answers()).containsExactly("1.677722e+07", "4194304.75");
    }

    @Test
    void theGreatestFloatsAreNumbers() throws Exception {
        String greatest = "1.7976931348623157e+308";
        OneRollup rollup = OneRollup.of(ColumnType.FLOAT8, SUM, AVG).addValues(greatest, "-" + greatest, greatest);

        assertThat(rollup.answers().get(0)).isEqualTo(greatest);
        assertThat(rollup.removeValues(greatest, greatest).answers()).containsExactly("-" + greatest, "-" + greatest);
    }

    @Test
    void aFloatSumBeyondItsTypeIsAnError() throws Exception {
        OneRollup rollup = OneRollup.of(ColumnType.FLOAT4, SUM).addValues("3e38", "3e38");
        OneRollup doubles = OneRollup.of(ColumnType.FLOAT8, AVG).addValues("1.7e308", "1.7e308");

        assertThatThrownBy(rollup::answers).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(doubles::answers).isInstanceOf(ArithmeticException.class);
        assertThat(rollup.removeValues("3e38").answers()).containsExactly("3e+38");
    }

    /** V16. */
    @Test
    void sumsAndAveragesHaveTheLargestScaleAmongTheirInputs() throws Exception {
        OneRollup rollup = OneRollup.of(ColumnType.NUMERIC, SUM, AVG).addValues("1.5", "2.25", "-2.25");

        assertThat(rollup.answers()).containsExactly("1.50", "0.50000000000000000000");
        assertThat(rollup.addValues("0.000000000000000000000").answers())
                .containsExactly("1.500000000000000000000", "0.375000000000000000000");
        rollup.removeValues("0.000000000000000000000", "2.25", "-2.25");
        assertThat(rollup.answers()).containsExactly("1.5", "1.50000000000000000000");
    }

    /** A4. */
    @Test
    void countDistinctCountsValuesAndNoNulls() throws Exception {
        OneRollup rollup = OneRollup.of(ColumnType.TEXT, DISTINCT, COUNT).addValues("x", "x", "y", null, null);

        assertThat(rollup.answers()).containsExactly("2", "3");
        assertThat(rollup.removeValues("x").answers()).containsExactly("2", "2");
        assertThat(rollup.removeValues("x").answers()).containsExactly("1", "1");
        assertThat(rollup.removeValues("y", null).answers()).containsExactly("0", "0");
    }

    /** A6. */
    @Test
    void countDistinctIsOverTheRangeAndNotAddedUp() {
        OneRollup rollup = OneRollup.of(ColumnType.INT4, DISTINCT, MEDIAN);
        for (int hour = 0; hour < 10; hour++) {
            rollup.add("2026-11-13 0" + hour + ":00:00+00", "a", "7")
                    .add("2026-11-14 0" + hour + ":00:00+00", "b", "7");
        }
        rollup.add("2026-11-13 00:00:00+00", "b", "8");

        assertThat(rollup.answers(0)).containsExactly("2", "7");
        assertThat(rollup.answers(1)).containsExactly("2", "7");
    }

    @Test
    void allAndAnyAreOverTheValuesThatAreNotNull() throws Exception {
        OneRollup rollup =
                OneRollup.of(ColumnType.BOOL, ALL, ANY, COUNT, DISTINCT).addValues(null, "true", "true");

        assertThat(rollup.answers()).containsExactly("t", "t", "2", "1");
        assertThat(rollup.addValues("false").answers()).containsExactly("f", "t", "3", "2");
        assertThat(rollup.removeValues("true", "true").answers()).containsExactly("f", "f", "1", "1");
        assertThat(rollup.removeValues("false").answers()).containsExactly(null, null, "0", "0");
    }

    @Test
    void averagesOfWholeNumbersAreNumerics() {
        assertThat(OneRollup.of(ColumnType.INT2, AVG, SUM).addValues("1", "2").answers())
                .containsExactly("1.5000000000000000", "3");
        assertThat(OneRollup.of(ColumnType.INT8, AVG, SUM)
                        .addValues("9223372036854775807", "9223372036854775807")
                        .answers())
                .containsExactly("9223372036854775807", "18446744073709551614");
    }

    @Test
    void aBpcharComesOutPaddedAndATextOfAnyKindAsText() {
        assertThat(OneRollup.of(ColumnType.bpchar(3), MIN, MAX)
                        .addValues("b", "ab")
                        .answers())
                .containsExactly("ab ", "b  ");
        assertThat(OneRollup.of(ColumnType.VARCHAR, MIN, MEDIAN)
                        .addValues("b", "ž", "z")
                        .answers())
                .containsExactly("b", "z");
    }

    @Test
    void whatACellKeepsTakesNoRoomUntilItIsNeeded() {
        OneRollup rollup = OneRollup.of(ColumnType.INT4, MIN).addValues("1", "1");
        Buckets buckets = rollup.rollup.levels()[0].buckets();
        Columns cells = buckets.columns(0);

        assertThat(rollup.rollup.state(0).columns().mainSum()).isEqualTo(State.NO_COLUMN);
        assertThat(cells.width(rollup.rollup.state(0).columns().nulls())).isZero();
    }

    @Test
    void aMeasureThatItsInputHasNotIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> OneRollup.of(ColumnType.TEXT, SUM));
        assertThatIllegalArgumentException().isThrownBy(() -> OneRollup.of(ColumnType.DATE, AVG));
        assertThatIllegalArgumentException().isThrownBy(() -> OneRollup.of(ColumnType.INT4, ALL));
    }
}
