package straum.domain.store;

import org.jspecify.annotations.Nullable;

/**
 * The view with the most cells, and what makes them many.
 *
 * @param cells of the view, at all widths, value cells and bound cells counted
 * @param column where value cells are most of them, the column whose values they count; else the column of the cells' key
 *     that has the most values, a view's own key or what a join goes through; null where there is neither
 * @param ofValues whether value cells are most of them
 * @param count of that column the value cells, or its different values in the cells, null counted as one
 */
public record Largest(String view, long cells, @Nullable String column, boolean ofValues, long count) {}
