package straum.domain.testing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.spec.Spec;
import straum.domain.testing.model.Answering;
import straum.domain.testing.model.Tables;
import straum.domain.testing.model.Value;
import straum.domain.value.Rows;

/**
 * The model that a store is compared with: it keeps the rows themselves, and answers an ask as the view's definition
 * reads, by nested loops over all of them. Slow and obvious.
 *
 * <p>Of the code it is compared with it uses only how a type reads, prints and orders its values.
 */
public final class RowStore {
    /** What an answer shows for null. */
    public static final String NULL = "∅";

    private final Tables tables;

    /** No rows, of the tables of a spec. */
    public RowStore(Spec spec, Types types) {
        this.tables = new Tables(spec, types);
    }

    /** Adds a row. */
    public void insert(int table, Rows rows, int row) {
        tables.rows(table).add(tables.row(table, rows, row));
    }

    /** Takes a row out, and answers whether there was one. */
    public boolean delete(int table, Rows rows, int row) {
        return tables.rows(table).remove(tables.row(table, rows, row));
    }

    /** Takes all rows of a table out. */
    public void truncate(int table) {
        tables.rows(table).clear();
    }

    /** The number of rows of a table. */
    public int size(int table) {
        return tables.rows(table).size();
    }

    /** Whether a row is in a view, or would be if it had a time: whether it meets the WHERE of one over its table. */
    public boolean isOfAView(int table, Rows rows, int row) {
        return Answering.isOfAView(tables, table, tables.row(table, rows, row));
    }

    /**
     * The answer to an ask, row by row, each a text a column.
     *
     * @throws ArithmeticException when a measure of any group is beyond its type, be the group in the answer or not
     */
    public List<List<String>> ask(CheckedAsk ask) {
        List<List<String>> answer = new ArrayList<>();
        for (List<@Nullable Value> row : new Answering(tables, ask).answer()) {
            answer.add(row.stream()
                    .map(value -> value == null ? NULL : value.text())
                    .toList());
        }
        return answer;
    }

    /** Whether a bucket that may be held reaches over two of the times grouped by, so that the ask may be refused. */
    public boolean straddles(CheckedAsk ask) {
        return new Answering(tables, ask).straddles();
    }

    /** An answer of a store in the form of {@link #ask}. */
    public static List<List<String>> texts(Answer answer) {
        List<List<String>> rows = new ArrayList<>();
        for (int row = 0; row < answer.rows(); row++) {
            List<String> texts = new ArrayList<>();
            for (Answer.Column column : answer.columns()) {
                StringBuilder text = new StringBuilder();
                if (column.isNull(row)) {
                    text.append(NULL);
                } else {
                    byte[] value = column.values()[row];
                    column.type().print(value, 0, value.length, text);
                }
                texts.add(text.toString());
            }
            rows.add(texts);
        }
        return rows;
    }
}
