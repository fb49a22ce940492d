package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Totals beside an array of big numbers. */
class TotalsProperties {
    private static final long[] AMOUNTS = {
        0, 1, -1, 7, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 1L << 62, -(1L << 62), 1L << 32
    };

    @Property
    void totalsOfTotalsAreExact(@ForAll long seed) {
        Random random = new Random(seed);
        Totals one = new Totals(4);
        Totals other = new Totals(3);
        BigInteger[] model = new BigInteger[4];
        Arrays.fill(model, BigInteger.ZERO);
        for (int step = 0; step < 20; step++) {
            boolean intoOne = random.nextBoolean();
            int group = random.nextInt(intoOne ? 4 : 3);
            BigInteger amount = BigInteger.valueOf(AMOUNTS[random.nextInt(AMOUNTS.length)]);
            if (random.nextInt(3) == 0) {
                amount = amount.pow(2);
                (intoOne ? one : other).add(group, amount, 1);
            } else {
                (intoOne ? one : other).add(group, amount.longValueExact(), 1);
            }
            model[group] = model[group].add(amount);
        }
        one.add(other);
        for (int group = 0; group < model.length; group++) {
            assertThat(one.get(group)).isEqualTo(model[group]);
        }
    }

    @Property
    void totalsAreExactWhateverIsAdded(@ForAll long seed) {
        Random random = new Random(seed);
        BigInteger[] model = new BigInteger[8];
        Arrays.fill(model, BigInteger.ZERO);
        Totals totals = new Totals(1);
        int room = 1;
        for (int step = 0; step < 20; step++) {
            room = Math.min(model.length, room + random.nextInt(2));
            totals.reserve(room);
            int group = random.nextInt(room);
            long amount = AMOUNTS[random.nextInt(AMOUNTS.length)];
            long times = AMOUNTS[random.nextInt(AMOUNTS.length)];
            BigInteger added = BigInteger.valueOf(amount);
            switch (random.nextInt(3)) {
                case 0 ->
                    totals.add(
                            new int[] {group, -1},
                            new long[] {amount, 1},
                            1,
                            amount == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(amount));
                case 1 -> {
                    totals.add(group, amount, times);
                    added = added.multiply(BigInteger.valueOf(times));
                }
                default -> {
                    totals.add(group, added.pow(2), 1);
                    added = added.pow(2);
                }
            }
            model[group] = model[group].add(added);
            for (int each = 0; each < model.length; each++) {
                assertThat(totals.get(each)).isEqualTo(model[each]);
            }
            for (int each = 0; each < room; each++) {
                assertThat(totals.isZero(each)).isEqualTo(model[each].signum() == 0);
            }
        }
    }
}
