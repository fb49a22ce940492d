package straum.pg;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.NearestName;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.TableName;

/** Whether a catalog holds what a spec needs: the tables, the publication that carries them, the role's rights. */
final class Fit {
    /**
     * Of tables with a smaller OID, as those of information_schema, no change is published, though publications take them
     * (FirstNormalObjectId, access/transam.h; is_publishable_class, catalog/pg_publication.c).
     */
    private static final long FIRST_NORMAL_OID = 16_384;

    private final Spec spec;
    private final Catalog catalog;
    private final List<Unfit> unfit = new ArrayList<>();

    private Fit(Spec spec, Catalog catalog) {
        this.spec = spec;
        this.catalog = catalog;
    }

    /** Everything that does not fit, tables in the spec's order; nothing when all does. */
    static List<Unfit> check(Spec spec, Catalog catalog) {
        return new Fit(spec, catalog).check();
    }

    private List<Unfit> check() {
        Catalog.Settings settings = catalog.settings();
        if (settings == null) {
            List<TableName> there = spec.tables().stream()
                    .map(Table::name)
                    .filter(catalog.tables()::containsKey)
                    .toList();
            // Without a table the statement that mends it could not run; the missing ones come up below.
            List<TableName> named =
                    there.isEmpty() ? spec.tables().stream().map(Table::name).toList() : there;
            unfit.add(new Unfit.NoPublication(catalog.publication(), named, catalog.major() >= 18 && hasStored()));
        } else if (!settings.missing().isEmpty()) {
            unfit.add(new Unfit.NotAllChanges(catalog.publication(), settings.missing()));
        }
        TreeSet<String> schemas = new TreeSet<>();
        for (Table table : spec.tables()) {
            CatalogTable found = catalog.tables().get(table.name());
            if (found == null) {
                unfit.add(new Unfit.NoTable(table.name(), nearest(table.name())));
            } else if (isTable(found)) {
                checkRows(table, found);
                if (settings != null) {
                    checkPublished(table, found, settings);
                }
                if (!found.usable() && schemas.add(table.name().schema())) {
                    unfit.add(new Unfit.NoUsage(table.name().schema(), catalog.role()));
                }
                if (!found.selectable()) {
                    unfit.add(new Unfit.NoSelect(table.name(), catalog.role()));
                }
            }
        }
        spec.facts().forEach(fact -> new FactFit(fact, catalog, unfit).check());
        // A published table without an identity refuses its owner's UPDATEs: whoever runs one after the other publishes
        // last.
        return unfit.stream()
                .distinct()
                .sorted(Comparator.comparing(Fit::publishes))
                .toList();
    }

    /** Whether its SQL has UPDATEs of a table published that were not. */
    private static boolean publishes(Unfit unfit) {
        return unfit instanceof Unfit.NoPublication
                || unfit instanceof Unfit.NotPublished
                || unfit instanceof Unfit.NotAllChanges;
    }

    /** Whether a table has a stored generated column, read or not: from 18 on an unpublished one stops its UPDATEs. */
    private boolean hasStored() {
        return catalog.tables().values().stream()
                .flatMap(table -> table.columns().stream())
                .anyMatch(column -> column.generated() == CatalogColumn.Generated.STORED);
    }

    private @Nullable TableName nearest(TableName name) {
        for (TableName other : catalog.others()) {
            if (other.name().equals(name.name())) {
                return other;
            }
        }
        String near = NearestName.of(
                name.toString(),
                catalog.others().stream().map(TableName::toString).toList());
        for (TableName other : catalog.others()) {
            if (other.toString().equals(near)) {
                return other;
            }
        }
        return null;
    }

    /** Whether it is of a kind that can be followed: of another, nothing else is to be mended. */
    private boolean isTable(CatalogTable table) {
        boolean is = table.kind() == 'r' || table.kind() == 'p';
        if (!is) {
            unfit.add(new Unfit.NotATable(table.name(), called(table.kind())));
        } else if (table.persistence() == 't') {
            unfit.add(new Unfit.NotATable(table.name(), "a temporary table"));
        } else if (table.oid() < FIRST_NORMAL_OID) {
            unfit.add(new Unfit.NotATable(
                    table.name(), "a table that PostgreSQL has made for itself, which never sends its changes"));
        } else {
            return true;
        }
        return false;
    }

    private static String called(char kind) {
        return switch (kind) {
            case 'v' -> "a view";
            case 'm' -> "a materialized view";
            case 'f' -> "a foreign table";
            case 'S' -> "a sequence";
            default -> "no table";
        };
    }

    /** Whether every row of the table, in all its parts, comes whole and as its own. */
    private void checkRows(Table read, CatalogTable table) {
        if (table.kind() == 'r' && !table.parts().isEmpty()) {
            unfit.add(new Unfit.Children(table.name(), table.parts().get(0).name()));
        }
        checkKept(table.name(), table.kind(), table.persistence(), table.identity(), false);
        if (table.isPartitioned()) {
            for (CatalogTable.Part part : table.parts()) {
                if (part.kind() == 'f') {
                    unfit.add(new Unfit.NotATable(part.name(), called('f')));
                } else if (part.isLeaf()) {
                    checkKept(part.name(), part.kind(), part.persistence(), part.identity(), true);
                    read.columns().stream()
                            .filter(part.defaulted()::contains)
                            .forEach(column -> unfit.add(new Unfit.Defaulted(part.name(), column)));
                }
            }
        }
        if (table.filtered()) {
            unfit.add(new Unfit.Policies(table.name(), catalog.role()));
        }
    }

    private void checkKept(TableName name, char kind, char persistence, char identity, boolean part) {
        if (persistence == 'u') {
            unfit.add(kind == 'p' ? new Unfit.UnloggedRoot(name) : new Unfit.Unlogged(name));
        }
        // Of a partitioned table too, though no row lies in it: its messages say by its own identity what they hold
        // (replication/logical/proto.c, logicalrep_write_update).
        if (identity != 'f') {
            unfit.add(new Unfit.NotFull(name, part));
        }
    }

    private void checkPublished(Table table, CatalogTable found, Catalog.Settings settings) {
        String publication = catalog.publication();
        if (found.isPartitioned() && !settings.viaRoot()) {
            unfit.add(new Unfit.NotViaRoot(found.name(), publication));
        }
        CatalogTable.Published published = found.published();
        if (published == null) {
            unfit.add(new Unfit.NotPublished(found.name(), publication));
            return;
        }
        if (published.filtered()) {
            unfit.add(new Unfit.RowFilter(found.name(), publication));
        }
        List<String> hidden = new ArrayList<>();
        for (String name : table.columns()) {
            CatalogColumn column = found.column(name);
            if (column == null) {
                continue;
            }
            boolean comes = published.numbers() == null
                    ? column.generated() == CatalogColumn.Generated.NO
                            || (column.generated() == CatalogColumn.Generated.STORED && settings.generated())
                    : published.numbers().contains(column.number());
            if (comes) {
                continue;
            }
            if (column.generated() == CatalogColumn.Generated.NO) {
                hidden.add(name);
            } else {
                boolean canBe = catalog.major() >= 18 && column.generated() == CatalogColumn.Generated.STORED;
                unfit.add(new Unfit.GeneratedColumn(found.name(), name, reader(table, name), publication, canBe));
            }
        }
        if (!hidden.isEmpty()) {
            unfit.add(new Unfit.ColumnList(found.name(), publication, hidden));
        }
    }

    /** A view that reads the column. */
    private String reader(Table table, String column) {
        return spec.facts().stream()
                .filter(fact -> FactFit.reads(fact, table.name(), column))
                .findFirst()
                .orElseThrow()
                .name();
    }
}
