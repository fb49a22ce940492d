package straum.domain.store;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The bytes that objects and arrays take of the heap of the VM at hand. HotSpot's references take 4 bytes, or 8 where the
 * heap is larger than 32 GB or its collector wants them so; a header 12, or 8 where headers are compact (JEP 519). Objects
 * are filled up to a multiple of 8 bytes.
 */
final class HeapSizes {
    /** Set by HotSpot while its references take 4 bytes. */
    private static final int REFERENCE = System.getProperty("java.vm.compressedOopsMode") == null ? 8 : 4;

    private static final int HEADER =
            isCompact(ManagementFactory.getRuntimeMXBean().getInputArguments()) ? 8 : 12;

    private HeapSizes() {}

    /** Whether headers are compact in a VM of these arguments, the last of which wins. */
    static boolean isCompact(List<String> arguments) {
        return arguments.lastIndexOf("-XX:+UseCompactObjectHeaders")
                > arguments.lastIndexOf("-XX:-UseCompactObjectHeaders");
    }

    /** The bytes of an object that has so many references, and fields of so many bytes beside them. */
    static long object(int references, int bytes) {
        return filled(HEADER + (long) REFERENCE * references + bytes);
    }

    /** The bytes of an array of so many references. */
    static long references(int length) {
        return array(length, REFERENCE);
    }

    /** The bytes of an array of so many elements, of so many bytes each. */
    static long array(int length, int each) {
        int begin = HEADER + Integer.BYTES;
        return filled((each == Long.BYTES ? filled(begin) : begin) + (long) each * length);
    }

    /** The bytes of a {@link java.util.HashMap} of so many entries, beside their keys and values. */
    static long hashMap(int entries) {
        int slots = Math.max(16, Integer.highestOneBit(entries * 4 / 3) * 2);
        return object(4, 16) + (entries == 0 ? 0 : references(slots)) + entries * object(3, 4);
    }

    private static long filled(long bytes) {
        return (bytes + 7) & ~7L;
    }
}
