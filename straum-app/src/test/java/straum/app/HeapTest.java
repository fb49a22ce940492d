package straum.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.reflect.Proxy;
import java.util.List;
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
    void whatACollectionLeavesForTheNextOneIsNotInUse() {
        long[] used = {950 << 20};
        int[] collections = {0};
        Heap heap = Heap.of(List.of(pool(used)), () -> {
            collections[0]++;
            used[0] = 100 << 20;
        });

        assertThat(heap.full()).isNull();
        assertThat(heap.full()).isNull();
        assertThat(collections[0]).as("only where it looks full").isEqualTo(1);
    }

    @Test
    void whatIsStillInUseAfterAWholeCollectionIsTold() {
        long[] used = {950 << 20};

        assertThat(Heap.of(List.of(pool(used)), () -> {}).full())
                .isEqualTo("950 MiB of the 1,000 MiB of old are in use");
    }

    private static MemoryPoolMXBean pool(long[] used) {
        return (MemoryPoolMXBean) Proxy.newProxyInstance(
                HeapTest.class.getClassLoader(),
                new Class<?>[] {MemoryPoolMXBean.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getCollectionUsage" -> new MemoryUsage(0, used[0], 1000 << 20, 1000 << 20);
                    case "getName" -> "old";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void thisProcessHasAnOldGenerationToWatch() {
        assertThat(Heap.oldGeneration())
                .isNotEmpty()
                .allSatisfy(pool -> assertThat(pool.getType()).isEqualTo(MemoryType.HEAP));
    }

    @Test
    void thisProcessHasRoom() {
        assertThat(Heap.ofThisProcess().full()).isNull();
    }
}
