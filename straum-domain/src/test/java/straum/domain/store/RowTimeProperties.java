package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** Invariant 7: a time is floored to its second, and one that date_bin cannot bin is none. */
class RowTimeProperties {
    private static final BigDecimal SECONDS_TO_2000 = new BigDecimal("946684800");

    /** Of a time in microseconds since 2000, those since 1970 must fit 64 bits. */
    private static final BigDecimal LIMIT =
            new BigDecimal(BigInteger.TWO.pow(63)).subtract(SECONDS_TO_2000.movePointRight(6));

    @Property
    void aTimestampIsFlooredOrNone(@ForAll("micros") long micros) {
        BigDecimal time = new BigDecimal(micros);
        boolean isNone = micros == Long.MIN_VALUE || time.compareTo(LIMIT) >= 0;
        long expected = isNone ? RowTime.NONE : seconds(time.movePointLeft(6));
        assertThat(read(ColumnType.TIMESTAMPTZ, micros, 8)).isEqualTo(expected);
        assertThat(read(ColumnType.TIMESTAMP, micros, 8)).isEqualTo(expected);
    }

    @Property
    void aDateIsTheFirstSecondOfItsDayOrNone(@ForAll("days") int days) {
        BigDecimal time = new BigDecimal(days).multiply(new BigDecimal("86400"));
        boolean isNone = days == Integer.MIN_VALUE || time.movePointRight(6).compareTo(LIMIT) >= 0;
        assertThat(read(ColumnType.DATE, days, 4)).isEqualTo(isNone ? RowTime.NONE : seconds(time));
    }

    @Test
    void nullIsNoTime() {
        Rows rows = new Rows(1);
        rows.addRow();
        assertThat(new RowTime(0, ColumnType.DATE).seconds(rows, 0)).isEqualTo(RowTime.NONE);
    }

    private static long seconds(BigDecimal since2000) {
        return since2000.add(SECONDS_TO_2000).setScale(0, RoundingMode.FLOOR).longValueExact();
    }

    private static long read(ColumnType type, long value, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (value >> (8 * (length - 1 - i)));
        }
        Rows rows = new Rows(1);
        rows.addRow();
        rows.set(0, bytes, 0, length);
        return new RowTime(0, type).seconds(rows, 0);
    }

    @Provide
    Arbitrary<Long> micros() {
        long limit = LIMIT.longValueExact();
        return Arbitraries.oneOf(
                Arbitraries.longs(),
                Arbitraries.longs().between(-1_000_000_000_000_000L, 1_000_000_000_000_000L),
                Arbitraries.longs().between(limit - 5, limit + 5),
                Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE, -946_684_800_000_001L, -1L, 0L));
    }

    @Provide
    Arbitrary<Integer> days() {
        int limit = LIMIT.divide(new BigDecimal("86400000000"), 0, RoundingMode.FLOOR)
                .intValueExact();
        return Arbitraries.oneOf(
                Arbitraries.integers(),
                Arbitraries.integers().between(-20_000, 20_000),
                Arbitraries.integers().between(limit - 3, limit + 3),
                Arbitraries.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
    }
}
