package straum.pg.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.app.SourceException;
import straum.domain.spec.TableName;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

class CanonicalTest {
    @ParameterizedTest
    @CsvSource({
        "80000000, 00000000",
        "00000000, 00000000",
        "ffc00001, 7fc00000",
        "7fc00000, 7fc00000",
        "bf800000, bf800000",
        "7f800000, 7f800000"
    })
    void aFloat4HasOneZeroAndOneNan(String sent, String canonical) throws SourceException {
        assertThat(binary(ColumnType.FLOAT4, sent)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "8000000000000000, 0000000000000000",
        "fff8000000000001, 7ff8000000000000",
        "7ff8000000000000, 7ff8000000000000",
        "bff0000000000000, bff0000000000000",
        "fff0000000000000, fff0000000000000"
    })
    void aFloat8HasOneZeroAndOneNan(String sent, String canonical) throws SourceException {
        assertThat(binary(ColumnType.FLOAT8, sent)).isEqualTo(canonical);
    }

    @Test
    void aCharLosesItsPaddingAndNoOtherSpace() throws SourceException {
        assertThat(binary(ColumnType.bpchar(5), hex(" a b  "))).isEqualTo(hex(" a b"));
        assertThat(binary(ColumnType.bpchar(5), hex("     "))).isEmpty();
    }

    @Test
    void aTextKeepsItsSpaces() throws SourceException {
        assertThat(binary(ColumnType.TEXT, hex("a  "))).isEqualTo(hex("a  "));
    }

    @Test
    void everyLabelOfAnEnumIsFound() throws SourceException {
        List<String> labels = List.of("sad", "ok", "happy", "", "é", "okay", "a'b");
        ColumnType mood = ColumnType.enumOf("mood", labels);
        for (String label : labels) {
            assertThat(binary(mood, hex(label))).isEqualTo(hex(label));
        }
        assertThatThrownBy(() -> binary(mood, hex("oka"))).hasMessageContaining("the label 'oka'");
    }

    @ParameterizedTest
    @CsvSource({
        "BOOL, 0",
        "INT2, 4",
        "INT4, 8",
        "INT8, 4",
        "FLOAT4, 8",
        "FLOAT8, 4",
        "DATE, 8",
        "TIMESTAMP, 4",
        "TIMESTAMPTZ, 12",
        "UUID, 15",
        "NUMERIC, 7",
        "INTERVAL, 15",
        "TIME, 4",
        "OID, 8",
        "INET, 7"
    })
    void aValueOfAnotherLengthIsRefused(ColumnType.Kind kind, int length) {
        ColumnType type = new ColumnType(kind, "of_the_kind", -1, List.of());
        assertThatThrownBy(() -> binary(type, "00".repeat(length)))
                .isInstanceOf(SourceException.class)
                .hasMessage("app.events.c is of type of_the_kind, and " + length + " bytes cannot be read as that");
    }

    @ParameterizedTest
    @CsvSource({"0000000000000000, 0000"})
    void bytesOfAnyOtherTypeStayAsTheyAre(String sent, String also) throws SourceException {
        assertThat(binary(ColumnType.other("json"), sent)).isEqualTo(sent);
        assertThat(binary(ColumnType.other("json"), also)).isEqualTo(also);
    }

    @ParameterizedTest
    @CsvSource({
        // a month, 30 days, 720 hours
        "'0000000000000000 00000000 00000001', '0000000000000000 0000025b7f3d4000'",
        "'0000000000000000 0000001e 00000000', '0000000000000000 0000025b7f3d4000'",
        "'0000025b7f3d4000 00000000 00000000', '0000000000000000 0000025b7f3d4000'",
        "'0000000000000000 ffffffe2 00000001', '0000000000000000 0000000000000000'",
        "'ffffffffffffffff 00000000 00000000', 'ffffffffffffffff ffffffffffffffff'",
        "'0000000000000001 ffffffff 00000000', 'ffffffffffffffff ffffffebe228a001'",
        "'7fffffffffffffff 7fffffff 7fffffff', '0000000000000138 4e8a4d9062eb5fff'",
        "'8000000000000000 80000000 80000000', 'fffffffffffffec7 b175b00000000000'",
    })
    void anIntervalIsItsMicrosecondsWithAMonthOf30Days(String sent, String canonical) throws SourceException {
        assertThat(binary(ColumnType.INTERVAL, sent.replace(" ", ""))).isEqualTo(canonical.replace(" ", ""));
    }

    @Test
    void anInetIsItsFamilyItsBitsAndItsAddress() throws SourceException {
        assertThat(binary(ColumnType.INET, "0218000401020304")).isEqualTo("021801020304");
        assertThat(binary(ColumnType.INET, "0218010401020304")).as("as cidr").isEqualTo("021801020304");
        assertThat(binary(ColumnType.INET, "03800010" + "00".repeat(15) + "01"))
                .isEqualTo("0380" + "00".repeat(15) + "01");
        for (String none : List.of("0418000401020304", "0318000401020304", "02180004010203", "0218000501020304", "")) {
            assertThatThrownBy(() -> binary(ColumnType.INET, none)).isInstanceOf(SourceException.class);
        }
    }

    @Test
    void aNumericLosesItsDigitCount() throws SourceException {
        // 12.50 in the send format: two digits, weight 0, positive, scale 2; then 12 and 5000.
        assertThat(binary(ColumnType.numeric(2), "0002000000000002000c1388")).isEqualTo("000200000000000c1388");
        assertThat(binary(ColumnType.NUMERIC, "00000000c0000000")).hasSize(12);
    }

    @Test
    void aNumericThatIsNoneIsRefused() {
        assertThatThrownBy(() -> binary(ColumnType.NUMERIC, "000200000000000227100001"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("app.events.c is of type numeric");
    }

    @Test
    void theTextFormOfAValueIsTheBinaryOne() throws SourceException {
        assertThat(text(ColumnType.INT4, "-7")).isEqualTo("fffffff9");
        assertThat(text(ColumnType.BOOL, "t")).isEqualTo("01");
        assertThat(text(ColumnType.numeric(2), "12.50")).isEqualTo("000200000000000c1388");
        assertThat(text(ColumnType.FLOAT8, "-0")).isEqualTo("0000000000000000");
        assertThat(text(ColumnType.bpchar(4), "a   ")).isEqualTo(hex("a"));
        assertThat(text(ColumnType.TIMESTAMPTZ, "2000-01-01 00:00:01+00")).isEqualTo("00000000000f4240");
        assertThatThrownBy(() -> text(ColumnType.INT4, "seven"))
                .hasMessage("app.events.c is of type int4, and a text of 5 bytes cannot be read as that");
    }

    private static String text(ColumnType type, String sent) throws SourceException {
        byte[] bytes = sent.getBytes(StandardCharsets.UTF_8);
        Rows rows = new Rows(1);
        rows.addRow();
        canonical(type).text(rows, 0, bytes, 0, bytes.length);
        int from = rows.start(0, 0);
        return HexFormat.of().formatHex(Arrays.copyOfRange(rows.bytes(), from, from + rows.length(0, 0)));
    }

    private static String binary(ColumnType type, String sentHex) throws SourceException {
        byte[] sent = HexFormat.of().parseHex(sentHex);
        Rows rows = new Rows(1);
        rows.addRow();
        rows.append(new byte[] {99, 99, 99}, 0, 3);
        int start = rows.append(sent, 0, sent.length);
        rows.append(new byte[] {99}, 0, 1);
        canonical(type).binary(rows, 0, start, sent.length);
        assertThat(rows.bytes()[2]).isEqualTo((byte) 99);
        assertThat(rows.bytes()[3 + sent.length]).isEqualTo((byte) 99);
        int from = rows.start(0, 0);
        return HexFormat.of().formatHex(Arrays.copyOfRange(rows.bytes(), from, from + rows.length(0, 0)));
    }

    private static Canonical canonical(ColumnType type) {
        return new Canonical(
                new Layout(0, new TableName("app", "events"), List.of(new LayoutColumn("c", 1, -1, type))));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
