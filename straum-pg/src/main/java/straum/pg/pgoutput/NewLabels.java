package straum.pg.pgoutput;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import straum.app.Lsn;

/**
 * The labels that rows of the stream have and that their enums had not when they were loaded: each once, with the first
 * transaction that has it. Whoever applies a transaction has to know by then where they are in their enum's order.
 *
 * <p>The stream's thread puts them in, before it hands on the transaction; {@link #upTo} is for another.
 */
public final class NewLabels {
    private final List<Label> open = new ArrayList<>();
    private final Queue<Label> met = new ConcurrentLinkedQueue<>();

    /**
     * A label met for the first time.
     *
     * @param table the table's index in the spec
     * @param column the column's place in its layout
     * @param commit the end of the transaction
     */
    public record Label(int table, int column, String text, Lsn commit) {}

    /** Takes note of a label in the open transaction. */
    void meet(int table, int column, String text) {
        open.add(new Label(table, column, text, Lsn.ZERO));
    }

    /** The open transaction has ended there. */
    void commit(Lsn end) {
        for (Label label : open) {
            met.add(new Label(label.table, label.column, label.text, end));
        }
        open.clear();
    }

    /** Those met in transactions that end at or before a position, each told once. */
    public List<Label> upTo(Lsn end) {
        List<Label> labels = new ArrayList<>();
        Label next = met.peek();
        while (next != null && end.reaches(next.commit)) {
            labels.add(next);
            met.remove();
            next = met.peek();
        }
        return labels;
    }
}
