package straum.domain.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;

/**
 * What a view's text takes for granted of the tables it reads, and only the catalog can tell.
 *
 * @param origin the type {@code date_bin}'s origin is written with: TIMESTAMPTZ, TIMESTAMP or DATE; null when no text says
 * @param groupedByName the outputs that GROUP BY names without a table and that are read as outputs. PostgreSQL looks for
 *     a column of the joined tables first and takes the output only when there is none (manual, SELECT, GROUP BY clause)
 */
public record Assumed(ColumnType.@Nullable Kind origin, List<String> groupedByName) {
    /** Nothing at all. */
    public static final Assumed NOTHING = new Assumed(null, List.of());

    public Assumed {
        groupedByName = List.copyOf(groupedByName);
    }
}
