package straum.domain.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EpochTest {
    @Test
    void aTimestampCountsFromTheYear2000() {
        assertThat(Epoch.timestamp(Epoch.SECONDS + 1)).isEqualTo(ColumnType.bytesOf(1_000_000, 8));
        assertThat(Epoch.timestamp(0)).isEqualTo(ColumnType.bytesOf(-Epoch.MICROS, 8));
    }
}
