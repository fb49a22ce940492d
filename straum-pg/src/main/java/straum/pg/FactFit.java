package straum.pg;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.NearestName;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.ColumnType.Kind;

/** Whether the columns one view reads are there, and of types that what it makes of them can be made of. */
final class FactFit {
    private final Fact fact;
    private final Catalog catalog;
    private final List<Unfit> unfit;
    private final Set<String> missing = new HashSet<>();

    /** A check that adds what it finds to a list. */
    FactFit(Fact fact, Catalog catalog, List<Unfit> unfit) {
        this.fact = fact;
        this.catalog = catalog;
        this.unfit = unfit;
    }

    /** Whether the view reads that column of that table. */
    static boolean reads(Fact fact, TableName table, String column) {
        if (fact.table().equals(table) && fact.columns().contains(column)) {
            return true;
        }
        for (int ref = 0; ref < fact.refs().size(); ref++) {
            Ref joined = fact.refs().get(ref);
            if (joined.table().equals(table)
                    && (joined.key().contains(column) || fact.attributes(ref).contains(column))) {
                return true;
            }
        }
        return false;
    }

    /** Checks every column once for each thing made of it. */
    void check() {
        checkTime();
        for (Key key : fact.keys()) {
            CatalogColumn column = column(key.via());
            if (column != null) {
                checkCompared(table(key.via()), column, "cannot have it as a key");
            }
        }
        for (Measure measure : fact.measures()) {
            checkMeasure(measure.aggregate());
        }
        for (Ref ref : fact.refs()) {
            for (Ref.On on : ref.on()) {
                checkJoin(ref, on);
            }
        }
        for (String name : fact.assumed().groupedByName()) {
            checkGroupedBy(name);
        }
    }

    private void checkTime() {
        CatalogColumn time = column(fact.table(), fact.time());
        if (time == null) {
            return;
        }
        Kind kind = time.type().kind();
        if (kind != Kind.TIMESTAMPTZ && kind != Kind.TIMESTAMP && kind != Kind.DATE) {
            wrongType(fact.table(), time, "puts it into buckets: that takes a timestamptz, timestamp or date");
            return;
        }
        Kind origin = fact.assumed().origin();
        // To PostgreSQL's date_bin a date is a timestamp; between those and timestamptz the session's zone would
        // decide.
        if (origin != null && (origin == Kind.TIMESTAMPTZ) != (kind == Kind.TIMESTAMPTZ)) {
            wrongType(
                    fact.table(),
                    time,
                    "bins it from an origin written as " + origin + ": write "
                            + time.type().name().toUpperCase(Locale.ROOT) + " there");
        }
    }

    private void checkMeasure(Aggregate aggregate) {
        String input = aggregate.input();
        CatalogColumn column = input == null ? null : column(fact.table(), input);
        if (column == null || aggregate.kind() != Aggregate.Kind.SUM) {
            return;
        }
        switch (column.type().kind()) {
            case INT2, INT4, INT8, NUMERIC -> {}
            case FLOAT4, FLOAT8 ->
                wrongType(fact.table(), column, "sums it: sums of floating-point numbers are not supported yet");
            case BOOL,
                    TEXT,
                    VARCHAR,
                    BPCHAR,
                    NAME,
                    ENUM,
                    UUID,
                    DATE,
                    TIMESTAMP,
                    TIMESTAMPTZ,
                    INTERVAL,
                    TIME,
                    BYTEA,
                    OID,
                    INET,
                    OTHER -> wrongType(fact.table(), column, "sums it: that takes an integer or a numeric");
        }
    }

    private void checkJoin(Ref ref, Ref.On on) {
        CatalogColumn left = column(on.via());
        CatalogColumn right = column(ref.table(), on.column());
        if (left != null) {
            checkCompared(table(on.via()), left, "cannot join by it");
        }
        if (right != null) {
            checkCompared(ref.table(), right, "cannot join by it");
        }
        if (left == null || right == null || isOther(left) || isOther(right)) {
            return;
        }
        if (!joins(left, right)) {
            unfit.add(new Unfit.JoinTypes(
                    fact.name(),
                    table(on.via()) + "." + left.name(),
                    left.declared(),
                    ref.table() + "." + right.name(),
                    right.declared()));
        }
    }

    private static boolean isOther(CatalogColumn column) {
        return !column.type().isComparable();
    }

    /** Whether equal values of the two columns are equal bytes, or equal whole numbers. */
    private static boolean joins(CatalogColumn left, CatalogColumn right) {
        ColumnType a = left.type();
        ColumnType b = right.type();
        return (isInteger(a.kind()) && isInteger(b.kind()))
                || (isText(a.kind()) && isText(b.kind()))
                // Two enums can have one name and the same labels; only the OID tells. Domains of one enum are that
                // enum.
                || (a.kind() == b.kind() && (a.kind() != Kind.ENUM || left.baseOid() == right.baseOid()));
    }

    private static boolean isInteger(Kind kind) {
        return kind == Kind.INT2 || kind == Kind.INT4 || kind == Kind.INT8;
    }

    private static boolean isText(Kind kind) {
        return kind == Kind.TEXT || kind == Kind.VARCHAR || kind == Kind.NAME;
    }

    private void checkCompared(TableName table, CatalogColumn column, String need) {
        if (isOther(column)) {
            wrongType(table, column, need + ": a column of that type can only be counted");
        } else if (column.looseCollation() != null) {
            unfit.add(new Unfit.LooseCollation(table, column.name(), fact.name(), column.looseCollation()));
        }
    }

    private void wrongType(TableName table, CatalogColumn column, String need) {
        unfit.add(new Unfit.WrongType(table, column.name(), fact.name(), column.declared(), need));
    }

    /** A bare name in GROUP BY is an input column where there is one, system columns included (manual, SELECT). */
    private void checkGroupedBy(String name) {
        int key = fact.key(name);
        List<TableName> tables = new ArrayList<>(List.of(fact.table()));
        fact.refs().forEach(ref -> tables.add(ref.table()));
        for (int i = 0; i < tables.size(); i++) {
            CatalogTable table = catalog.tables().get(tables.get(i));
            if (table == null
                    || table.columns().stream()
                            .noneMatch(column -> column.name().equals(name))) {
                continue;
            }
            Via there = i == 0 ? new Via.Column(name) : new Via.Attribute(i - 1, name);
            if (key < 0 || !fact.keys().get(key).via().equals(there)) {
                unfit.add(new Unfit.GroupedByColumn(fact.name(), name, tables.get(i)));
            }
        }
    }

    private TableName table(Via via) {
        return via instanceof Via.Attribute attribute
                ? fact.refs().get(attribute.ref()).table()
                : fact.table();
    }

    private @Nullable CatalogColumn column(Via via) {
        return column(table(via), via.column());
    }

    /** The column; null when it or its table is missing, which is said once. */
    private @Nullable CatalogColumn column(TableName name, String column) {
        CatalogTable table = catalog.tables().get(name);
        if (table == null || (table.kind() != 'r' && table.kind() != 'p')) {
            return null;
        }
        CatalogColumn found = table.column(column);
        if (found == null && missing.add(name.sql() + "." + column)) {
            String nearest = NearestName.of(column, table.columnNames());
            unfit.add(new Unfit.NoColumn(name, column, fact.name(), nearest));
        }
        return found;
    }
}
