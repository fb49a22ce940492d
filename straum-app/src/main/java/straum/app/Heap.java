package straum.app;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether the heap has room for more. A heap that is nearly full of what is still in use is collected again and again for
 * ever less, long before the JVM says that it is out of memory.
 */
@FunctionalInterface
interface Heap {
    /** What is in use of how much, for people; null while there is room. Cheap enough to be called for each batch of rows. */
    @Nullable String full();

    /** The heap of this process: full when more than nine tenths of its old generation are in use after a collection. */
    static Heap ofThisProcess() {
        return of(oldGeneration(), System::gc);
    }

    /** The pools of this process's heap that objects stay in: of all, only those have thresholds of both kinds. */
    static List<MemoryPoolMXBean> oldGeneration() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP
                        && pool.isUsageThresholdSupported()
                        && pool.isCollectionUsageThresholdSupported())
                .toList();
    }

    /** A heap whose old generation is these pools, and which is collected so. */
    static Heap of(List<MemoryPoolMXBean> pools, Runnable collect) {
        return () -> {
            if (pools.stream().noneMatch(pool -> isFull(pool.getCollectionUsage()))) {
                return null;
            }
            // Some collections leave garbage for the next one: only a whole one tells.
            collect.run();
            for (MemoryPoolMXBean pool : pools) {
                MemoryUsage use = pool.getCollectionUsage();
                if (isFull(use)) {
                    return String.format(
                            Locale.ROOT,
                            "%,d MiB of the %,d MiB of %s are in use",
                            use.getUsed() >> 20,
                            use.getMax() >> 20,
                            pool.getName());
                }
            }
            return null;
        };
    }

    /** Whether more than nine tenths are in use; never where there has been no collection, or no limit is set. */
    static boolean isFull(@Nullable MemoryUsage use) {
        return use != null && use.getMax() > 0 && use.getUsed() > use.getMax() / 10 * 9;
    }
}
