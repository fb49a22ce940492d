package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryUsage;
import org.junit.jupiter.api.Test;

class HeapTest {
    @Test
    void moreThanNineTenthsAfterACollectionAreFull() {
        assertThat(Heap.isFull(new MemoryUsage(0, 900, 1000, 1000))).isFalse();
        assertThat(Heap.isFull(new MemoryUsage(0, 901, 1000, 1000))).isTrue();
    }

    @Test
    void withoutACollectionOrALimitNothingIsFull() {
        assertThat(Heap.isFull(null)).isFalse();
        assertThat(Heap.isFull(new MemoryUsage(0, 901, 1000, -1))).isFalse();
    }

    @Test
    void thisProcessHasRoom() {
        assertThat(Heap.ofThisProcess().full()).isNull();
    }
}
