package straum.domain.store;

import straum.domain.ask.Answer;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Types;
import straum.domain.ask.UnanswerableException;
import straum.domain.spec.Spec;
import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * Everything Straum keeps: per fact a rollup, per dim a projection. Mutable; one writer, and no reader beside it: the
 * app's lock sees to that. Tables are named by their index in {@link Spec#tables}, and rows come in the layout of
 * {@link straum.domain.spec.Table#columns}.
 */
public final class Store {
    /** An empty store for a spec. */
    public Store(Spec spec) {
        throw new AssertionError("contract");
    }

    /**
     * Sets the types of a table's columns, in its layout, before its first row (Invariant 5).
     *
     * @throws IllegalArgumentException for a type that cannot be what the spec makes of the column: the catalog check
     *     has refused it before
     */
    public void setTypes(int table, ColumnType[] types) {
        throw new AssertionError("contract");
    }

    /** The types set. */
    public Types types() {
        throw new AssertionError("contract");
    }

    /** Adds all rows of a batch, as a load does. */
    public void addRows(int table, Rows rows) {
        throw new AssertionError("contract");
    }

    /** Adds one row to every fact and dim of the table. */
    public void insert(int table, Rows rows, int row) {
        throw new AssertionError("contract");
    }

    /**
     * Replaces one row by another, both in one batch.
     *
     * @throws RowException when the old row was never added
     */
    public void update(int table, Rows rows, int oldRow, int newRow) throws RowException {
        throw new AssertionError("contract");
    }

    /**
     * Takes one row out.
     *
     * @throws RowException when it was never added
     */
    public void delete(int table, Rows rows, int row) throws RowException {
        throw new AssertionError("contract");
    }

    /** Takes all rows of the table out. */
    public void truncate(int table) {
        throw new AssertionError("contract");
    }

    /**
     * Answers an ask.
     *
     * @param maxGroups the most rows an answer may have
     * @throws UnanswerableException when a value is beyond its type or there are more groups
     */
    public Answer ask(CheckedAsk ask, int maxGroups) throws UnanswerableException {
        throw new AssertionError("contract");
    }

    /** The cells of all facts at all widths. */
    public long cells() {
        throw new AssertionError("contract");
    }

    /** What it holds. */
    public Held held() {
        throw new AssertionError("contract");
    }
}
