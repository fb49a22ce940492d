package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import straum.domain.value.ColumnType;
import straum.domain.value.Decimal;
import straum.pg.testing.PostgresServer;

/** The averages of random numerics and whole numbers beside a server's own, digit by digit. */
class AveragesIT {
    private static final int AVERAGES = 2000;
    private static final long SEED = 20_261_130;

    private final PostgresServer server = PostgresServer.shared();
    private final Random random = new Random(SEED);

    @Test
    void averagesOfNumericsHaveTheServersDigits() {
        List<List<String>> inputs = new ArrayList<>();
        for (int i = 0; i < AVERAGES; i++) {
            inputs.add(inputs(i % 4 == 0 ? 40 : 3));
        }
        assertAverages("numeric", inputs);
    }

    @Test
    void averagesOfWholeNumbersHaveTheServersDigits() {
        for (String type : List.of("int2", "int4", "int8")) {
            int bits = type.equals("int2") ? 15 : type.equals("int4") ? 31 : 63;
            List<List<String>> inputs = new ArrayList<>();
            for (int i = 0; i < AVERAGES; i++) {
                List<String> values = new ArrayList<>();
                for (int value = 0; value <= random.nextInt(8); value++) {
                    BigInteger number = new BigInteger(1 + random.nextInt(bits), random);
                    values.add((random.nextBoolean() ? number : number.negate()).toString());
                }
                inputs.add(values);
            }
            assertAverages(type, inputs);
        }
    }

    private List<String> inputs(int mostDigits) {
        List<String> values = new ArrayList<>();
        for (int value = 0; value <= random.nextInt(random.nextInt(4) == 0 ? 30 : 4); value++) {
            BigInteger number = new BigInteger(1 + random.nextInt(mostDigits * 3), random);
            int scale = random.nextInt(3) == 0 ? random.nextInt(mostDigits * 2) : random.nextInt(4);
            BigDecimal decimal = new BigDecimal(random.nextBoolean() ? number : number.negate(), scale);
            values.add(decimal.toPlainString());
        }
        return values;
    }

    private void assertAverages(String type, List<List<String>> inputs) {
        StringBuilder sql = new StringBuilder("SELECT string_agg(a::text, ' ' ORDER BY i) FROM (");
        for (int i = 0; i < inputs.size(); i++) {
            sql.append(i == 0 ? "" : " UNION ALL ")
                    .append("SELECT ")
                    .append(i)
                    .append(" AS i, avg(v) AS a FROM unnest('{")
                    .append(String.join(",", inputs.get(i)))
                    .append("}'::")
                    .append(type)
                    .append("[]) v");
        }
        String averages = server.value("postgres", sql.append(") t").toString());
        assertThat(averages).isNotNull();
        assertThat(List.of(averages.split(" ")))
                .isEqualTo(inputs.stream().map(AveragesIT::average).collect(Collectors.toList()));
    }

    private static String average(List<String> values) {
        BigDecimal sum = values.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
        byte[] average =
                Decimal.average(sum.unscaledValue(), Math.max(0, sum.scale()), BigInteger.valueOf(values.size()));
        StringBuilder text = new StringBuilder();
        ColumnType.NUMERIC.print(average, 0, average.length, text);
        return text.toString();
    }
}
