package straum.pg;

import java.util.List;
import java.util.Locale;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.ColumnType.Kind;
import straum.domain.value.Literal;

/** Whether the columns one view reads are there, and of types that what it makes of them can be made of. */
final class FactFit {
    private final Fact fact;
    private final Catalog catalog;
    private final ViewColumns columns;

    /** A check that adds what it finds to a list. */
    FactFit(Fact fact, Catalog catalog, List<Unfit> unfit) {
        this.fact = fact;
        this.catalog = catalog;
        this.columns = new ViewColumns(fact, catalog, unfit);
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
            ViewColumns.Found column = columns.find(key.via());
            if (column != null) {
                columns.checkCompared(column, "cannot have it as a key");
            }
        }
        MeasureFit measures = new MeasureFit(fact, columns);
        ConditionFit conditions = new ConditionFit(fact, columns);
        for (Measure measure : fact.measures()) {
            measures.check(measure.aggregate());
            Condition<Via, Literal> filter = measure.filter();
            if (filter != null) {
                conditions.check(filter, columns::find);
            }
        }
        for (Ref ref : fact.refs()) {
            for (Ref.On on : ref.on()) {
                checkJoin(ref, on);
            }
            Condition<String, Literal> own = ref.condition();
            if (own != null) {
                conditions.check(own, column -> columns.find(ref.table(), column));
            }
        }
        Condition<String, Literal> where = fact.where();
        if (where != null) {
            conditions.check(where, column -> columns.find(fact.table(), column));
        }
        for (String name : fact.assumed().groupedByName()) {
            checkGroupedBy(name);
        }
    }

    private void checkTime() {
        ViewColumns.Found time = columns.find(fact.table(), fact.time());
        if (time == null) {
            return;
        }
        Kind kind = time.type().kind();
        if (kind != Kind.TIMESTAMPTZ && kind != Kind.TIMESTAMP && kind != Kind.DATE) {
            columns.wrongType(time, "puts it into buckets: that takes a timestamptz, timestamp or date");
            return;
        }
        Kind origin = fact.assumed().origin();
        // To PostgreSQL's date_bin a date is a timestamp; between those and timestamptz the session's zone would
        // decide.
        if (origin != null && (origin == Kind.TIMESTAMPTZ) != (kind == Kind.TIMESTAMPTZ)) {
            columns.wrongType(
                    time,
                    "bins it from an origin written as " + origin + ": write "
                            + time.type().name().toUpperCase(Locale.ROOT) + " there");
        }
    }

    private void checkJoin(Ref ref, Ref.On on) {
        ViewColumns.Found left = columns.find(on.via());
        ViewColumns.Found right = columns.find(ref.table(), on.column());
        if (left != null) {
            columns.checkCompared(left, "cannot join by it");
        }
        if (right != null) {
            columns.checkCompared(right, "cannot join by it");
        }
        if (left == null
                || right == null
                || !left.type().isComparable()
                || !right.type().isComparable()) {
            return;
        }
        if (!joins(left, right)) {
            columns.add(new Unfit.JoinTypes(
                    fact.name(),
                    left.toString(),
                    left.column().declared(),
                    right.toString(),
                    right.column().declared()));
        } else if (MeasureFit.isDomainOfEnum(left) || MeasureFit.isDomainOfEnum(right)) {
            columns.wrongType(
                    MeasureFit.isDomainOfEnum(left) ? left : right,
                    "joins by it: PostgreSQL has no comparison of a domain over an enum");
        } else {
            checkJoinCollations(left, right);
        }
    }

    /** The database's default gives way to any other collation, and two others are none (manual, 24.2). */
    private void checkJoinCollations(ViewColumns.Found left, ViewColumns.Found right) {
        Collation a = left.column().collation();
        Collation b = right.column().collation();
        if (a != null && b != null && a.oid() != b.oid() && !a.isDefault() && !b.isDefault()) {
            columns.add(new Unfit.JoinCollations(fact.name(), left.toString(), a.name(), right.toString(), b.name()));
        }
    }

    /** Whether equal values of the two columns are equal bytes, or equal whole numbers. */
    private static boolean joins(ViewColumns.Found left, ViewColumns.Found right) {
        ColumnType a = left.type();
        ColumnType b = right.type();
        return (isInteger(a.kind()) && isInteger(b.kind()))
                || (isText(a.kind()) && isText(b.kind()))
                // Two enums can have one name and the same labels; only the OID tells.
                || (a.kind() == b.kind()
                        && (a.kind() != Kind.ENUM
                                || left.column().baseOid() == right.column().baseOid()));
    }

    private static boolean isInteger(Kind kind) {
        return kind == Kind.INT2 || kind == Kind.INT4 || kind == Kind.INT8;
    }

    private static boolean isText(Kind kind) {
        return kind == Kind.TEXT || kind == Kind.VARCHAR || kind == Kind.NAME;
    }

    /**
     * A bare name in GROUP BY is an input column where there is one, system columns included (manual, SELECT): one of the
     * tables in FROM, of which those that EXISTS asks for are none.
     */
    private void checkGroupedBy(String name) {
        int key = fact.key(name);
        checkGroupedBy(name, key, fact.table(), new Via.Column(name));
        for (int ref = 0; ref < fact.refs().size(); ref++) {
            if (fact.refs().get(ref).kind().reads()) {
                checkGroupedBy(name, key, fact.refs().get(ref).table(), new Via.Attribute(ref, name));
            }
        }
    }

    private void checkGroupedBy(String name, int key, TableName tableName, Via there) {
        CatalogTable table = catalog.tables().get(tableName);
        boolean has = table != null
                && table.columns().stream().anyMatch(column -> column.name().equals(name));
        if (has && (key < 0 || !fact.keys().get(key).via().equals(there))) {
            columns.add(new Unfit.GroupedByColumn(fact.name(), name, tableName));
        }
    }
}
