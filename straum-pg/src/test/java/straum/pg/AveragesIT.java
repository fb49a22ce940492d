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

    @Test
    void literals() throws Exception {
        StringBuilder out = new StringBuilder();
        for (String in : List.of(
                "0",
                "0.00",
                "1",
                "1,2",
                "1,2,2",
                "1,0,0",
                "-1,0,0",
                "10000,10000,1",
                "9999,9999,9999",
                "10000,9999,9999",
                "1.5,2.25,-2.25",
                "0.1,0.2,0.3",
                "1e-10,1e-10,2e-10",
                "1e40,1,1",
                "1e-20,0,0",
                "1.23456789012345678901234567890,1,1",
                "0.5,0.25,0.125",
                "99999999.99,0.01,0",
                "5e-1000,0",
                "1e-1000,0",
                "3e-1000,0",
                "-1e-1000,0",
                "1e-1200,0",
                "7,7,7",
                "123456789012345678901234567890,1,0",
                "20000,1,1",
                "1e8,0,0")) {
            out.append(in)
                    .append(" -> ")
                    .append(server.value("postgres", "SELECT avg(v)::text FROM unnest('{" + in + "}'::numeric[]) v"))
                    .append('\n');
        }
        java.nio.file.Files.writeString(java.nio.file.Path.of("/tmp/cs-literals.txt"), out.toString());
    }
}
