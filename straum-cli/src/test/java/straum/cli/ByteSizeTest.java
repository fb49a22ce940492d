package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"0B, 0", "17B, 17", "1KiB, 1024", "512 MiB, 536870912", "4GiB, 4294967296", "2TiB, 2199023255552"})
    void aNumberAndAUnitAreRead(String text, long bytes) {
        assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4", "4GB", "4gib", "-1B", "1.5GiB", "GiB", "four GiB"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is not a size");
    }

    @Test
    void aSizePastALongIsRefused() {
        assertThat(ByteSize.parse("8388607TiB").bytes()).isEqualTo(8_388_607L << 40);
        assertThatThrownBy(() -> ByteSize.parse("8388608TiB"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("too large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0B", "17B", "1025B", "1KiB", "512MiB", "4GiB", "2TiB", "2048TiB"})
    void itIsPrintedAsItIsRead(String text) {
        assertThat(ByteSize.parse(text)).hasToString(text);
    }
}
