/**
 * The mutable part: rollups, levels, buckets and cells, and the projections beside them. Plain code without locks, clocks,
 * threads or I/O.
 *
 * <p>A row in: {@code Store}, {@code TableUsers}, {@code Rollup} (codes of its key, {@code Amounts} of its inputs), then a
 * width at a time {@code Level}, {@code Cells}, {@code Columns}. A dim's row goes into a {@code Projection} instead. An
 * ask out: {@code Asking}, {@code Cover}, {@code Pass} (with {@code Joins}, {@code Groups}, {@code Measured}), then
 * {@code Result}.
 */
@NullMarked
package straum.domain.store;

import org.jspecify.annotations.NullMarked;
