package straum.domain.testing;

import java.util.HashMap;
import java.util.Map;
import straum.domain.ask.Types;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.value.ColumnType;

/**
 * Types for tests, by column: {@code TestTypes.of(spec).column("app.events", "at", TIMESTAMPTZ)}. The types of
 * {@link Specs#usage} are {@link #usage}.
 */
public final class TestTypes implements Types {
    private final Spec spec;
    private final Map<String, ColumnType> types = new HashMap<>();

    private TestTypes(Spec spec) {
        this.spec = spec;
    }

    /** Types for a spec, none set yet. */
    public static TestTypes of(Spec spec) {
        return new TestTypes(spec);
    }

    /** The types of {@link Specs#usage}: at timestamptz, kind text, account_id int4, amount numeric(12,2); id int4, region text. */
    public static TestTypes usage() {
        return of(Specs.usage())
                .column("app.events", "at", ColumnType.TIMESTAMPTZ)
                .column("app.events", "kind", ColumnType.TEXT)
                .column("app.events", "account_id", ColumnType.INT4)
                .column("app.events", "amount", ColumnType.numeric(2))
                .column("app.accounts", "id", ColumnType.INT4)
                .column("app.accounts", "region", ColumnType.TEXT);
    }

    /** Sets a column's type. */
    public TestTypes column(String table, String column, ColumnType type) {
        types.put(table + "." + column, type);
        return this;
    }

    @Override
    public ColumnType of(int table, int column) {
        Table named = spec.tables().get(table);
        String name = named.name() + "." + named.columns().get(column);
        ColumnType type = types.get(name);
        if (type == null) {
            throw new IllegalArgumentException("no type set for " + name);
        }
        return type;
    }

    /** The types of a table's columns in its layout, for a store or a batch of rows. */
    public ColumnType[] table(String name) {
        int table = spec.table(Specs.table(name));
        ColumnType[] of = new ColumnType[spec.tables().get(table).columns().size()];
        for (int column = 0; column < of.length; column++) {
            of[column] = of(table, column);
        }
        return of;
    }
}
