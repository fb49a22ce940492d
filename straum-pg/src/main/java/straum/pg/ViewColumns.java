package straum.pg;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.NearestName;
import straum.domain.spec.Fact;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;

/** The columns of the catalog that one view reads, and the list of what does not fit. */
final class ViewColumns {
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");

    private final Fact fact;
    private final Catalog catalog;
    private final List<Unfit> unfit;
    private final Set<String> missing = new HashSet<>();

    /** The columns of a view, adding what does not fit to a list. */
    ViewColumns(Fact fact, Catalog catalog, List<Unfit> unfit) {
        this.fact = fact;
        this.catalog = catalog;
        this.unfit = unfit;
    }

    /** A column the view reads, and the table it is of. */
    record Found(TableName table, CatalogColumn column) {
        /** What the type is read as. */
        ColumnType type() {
            return column.type();
        }

        /** As SQL writes it alone, in quotes where it needs them. */
        String written() {
            return PLAIN.matcher(column.name()).matches() ? column.name() : TableName.quoted(column.name());
        }

        /** For people, with its table. */
        @Override
        public String toString() {
            return table + "." + column.name();
        }
    }

    /** The column; null when it or its table is missing, which is said once. */
    @Nullable Found find(Via via) {
        return find(table(via), via.column());
    }

    /** The column; null when it or its table is missing, which is said once. */
    @Nullable Found find(TableName name, String column) {
        CatalogTable table = catalog.tables().get(name);
        if (table == null || (table.kind() != 'r' && table.kind() != 'p')) {
            return null;
        }
        CatalogColumn found = table.column(column);
        if (found == null) {
            if (missing.add(name.sql() + "." + column)) {
                String nearest = NearestName.of(column, table.columnNames());
                unfit.add(new Unfit.NoColumn(name, column, fact.name(), nearest));
            }
            return null;
        }
        return new Found(name, found);
    }

    /** The table of a via. */
    TableName table(Via via) {
        return via instanceof Via.Attribute attribute
                ? fact.refs().get(attribute.ref()).table()
                : fact.table();
    }

    /** Says what does not fit. */
    void add(Unfit each) {
        unfit.add(each);
    }

    /** Says that a column's type does not fit what the view makes of it. */
    void wrongType(Found column, String need) {
        unfit.add(new Unfit.WrongType(
                column.table(),
                column.column().name(),
                fact.name(),
                column.column().declared(),
                need));
    }

    /** Checks that values of the column are equal where their bytes are. */
    void checkCompared(Found column, String need) {
        if (!column.type().isComparable()) {
            wrongType(column, need + ": " + onlyCounted(column));
        } else {
            checkDeterministic(column);
        }
    }

    /** Checks that texts of the column are equal where their bytes are. */
    void checkDeterministic(Found column) {
        Collation collation = column.column().collation();
        if (collation != null && !collation.isDeterministic()) {
            unfit.add(new Unfit.LooseCollation(column.table(), column.column().name(), fact.name(), collation.name()));
        }
    }

    /**
     * Checks that the column orders as text orders here, where the view asks for its order.
     *
     * @param collateC whether it says {@code COLLATE "C"} of the column
     * @param write how to say it
     */
    void checkOrdered(Found column, boolean collateC, String write) {
        Collation collation = column.column().collation();
        if (collateC && collation == null) {
            unfit.add(new Unfit.NoCollation(
                    column.table(),
                    column.column().name(),
                    fact.name(),
                    column.column().declared()));
        } else if (!collateC && collation != null && !collation.isByByte()) {
            unfit.add(new Unfit.OrderedByCollation(
                    column.table(), column.column().name(), fact.name(), collation.shown(), write));
        }
    }

    /** What is said of a type that is no key's. */
    static String onlyCounted(Found column) {
        return column.type().kind() == ColumnType.Kind.OTHER
                ? "a column of that type can only be counted"
                : "of a column of that type there can only be count and count(DISTINCT)";
    }
}
