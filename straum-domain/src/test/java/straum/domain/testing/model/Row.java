package straum.domain.testing.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table.
 *
 * @param values in the order of the spec's table; null for null
 */
public record Row(List<@Nullable Value> values) {}
