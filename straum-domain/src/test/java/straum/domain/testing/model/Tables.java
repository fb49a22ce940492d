package straum.domain.testing.model;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Types;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/** The rows of all tables of a spec, in the order they came. Mutable. */
public final class Tables {
    private final Spec spec;
    private final Types types;
    private final List<List<Row>> rows = new ArrayList<>();

    /** No rows. */
    public Tables(Spec spec, Types types) {
        this.spec = spec;
        this.types = types;
        spec.tables().forEach(table -> rows.add(new ArrayList<>()));
    }

    /** What the tables are of. */
    public Spec spec() {
        return spec;
    }

    /** The types of their columns. */
    public Types types() {
        return types;
    }

    /** The rows of a table, by its index in the spec; to be changed. */
    public List<Row> rows(int table) {
        return rows.get(table);
    }

    /** A row of a batch. */
    public Row row(int table, Rows batch, int row) {
        List<@Nullable Value> values = new ArrayList<>();
        for (int column = 0; column < batch.columns(); column++) {
            values.add(
                    batch.isNull(row, column)
                            ? null
                            : Value.of(
                                    types.of(table, column),
                                    batch.bytes(),
                                    batch.start(row, column),
                                    batch.length(row, column)));
        }
        return new Row(values);
    }

    List<Row> rows(TableName table) {
        return rows.get(spec.table(table));
    }

    /** A row's value in a column of its table; null also where there is no row. */
    Operand operand(TableName table, @Nullable Row row, String column) {
        int number = spec.table(table);
        int place = spec.tables().get(number).column(column);
        ColumnType type = types.of(number, place);
        return new Operand(type, row == null ? null : row.values().get(place));
    }

    /** What a condition tests: a value, or null, of a type. */
    record Operand(ColumnType type, @Nullable Value value) {}
}
