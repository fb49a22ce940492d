package straum.pg;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;

/**
 * What a server's catalog says of the tables a spec reads and of the publication that carries them, all of one snapshot,
 * seen by one role. Data only: {@link CatalogReader} reads it, {@link Fit} judges it.
 *
 * @param major the server's major version
 * @param role the role it was read as
 * @param publication the publication's name
 * @param settings the publication; null when there is none of that name
 * @param tables those of the spec that are there
 * @param others where a table of the spec is missing: the names of all tables; else none
 */
record Catalog(
        int major,
        String role,
        String publication,
        @Nullable Settings settings,
        Map<TableName, CatalogTable> tables,
        List<TableName> others) {
    Catalog {
        tables = Map.copyOf(tables);
        others = List.copyOf(others);
    }

    /**
     * A publication's settings.
     *
     * @param missing the kinds of change it leaves out, by their names in {@code publish}
     * @param viaRoot whether a partition's changes come under the root's name
     * @param generated whether stored generated columns come (18 and later)
     */
    record Settings(List<String> missing, boolean viaRoot, boolean generated) {
        Settings {
            missing = List.copyOf(missing);
        }
    }

    /** The tables of the spec, in its order: all of them are there. */
    List<CatalogTable> tables(Spec spec) {
        return spec.tables().stream()
                .map(table -> Objects.requireNonNull(tables.get(table.name()), () -> table + " is not there"))
                .toList();
    }
}
