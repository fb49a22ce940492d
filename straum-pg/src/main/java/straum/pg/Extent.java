package straum.pg;

import java.util.List;

/**
 * How large a table is.
 *
 * @param blocks of each of its files: its own, or its leaves'
 * @param most how many sessions may have it locked at once without taking others' room for locks
 */
record Extent(List<Long> blocks, long most) {
    Extent {
        blocks = List.copyOf(blocks);
    }
}
