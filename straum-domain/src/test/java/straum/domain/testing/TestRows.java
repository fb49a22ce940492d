package straum.domain.testing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Rows;

/**
 * Builds a batch of rows from texts, each read as PostgreSQL's input function of its column's type reads it:
 * {@code TestRows.of(INT4, TEXT).row("7", "eu").row("8", null).rows()}.
 */
public final class TestRows {
    private final List<ColumnType> types;
    private final Rows rows;

    private TestRows(List<ColumnType> types) {
        this.types = types;
        this.rows = new Rows(types.size());
    }

    /** An empty batch of rows whose columns have these types. */
    public static TestRows of(ColumnType... types) {
        return new TestRows(List.of(types));
    }

    /**
     * Adds a row.
     *
     * @param texts a text a column, null for null
     * @throws IllegalArgumentException for a text that is no value of its column's type
     */
    public TestRows row(@Nullable String... texts) {
        if (texts.length != types.size()) {
            throw new IllegalArgumentException(texts.length + " texts for " + types.size() + " columns");
        }
        rows.addRow();
        for (int column = 0; column < texts.length; column++) {
            String text = texts[column];
            if (text != null) {
                byte[] value = value(types.get(column), text);
                rows.set(column, value, 0, value.length);
            }
        }
        return this;
    }

    /** The batch; rows added later are added to it. */
    public Rows rows() {
        return rows;
    }

    /**
     * The canonical bytes of one value.
     *
     * @throws IllegalArgumentException for a text that is no value of the type
     */
    public static byte[] value(ColumnType type, String text) {
        byte[] value = type.read(new Literal.Text(text));
        if (value == null) {
            throw new IllegalArgumentException("'" + text + "' is no value of " + type.name());
        }
        return value;
    }
}
