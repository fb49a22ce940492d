/** The mutable part: rollups, levels, buckets and cells, and the projections beside them. Plain code without locks, clocks, threads or I/O. */
@NullMarked
package straum.domain.store;

import org.jspecify.annotations.NullMarked;
