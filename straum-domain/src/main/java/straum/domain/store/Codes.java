package straum.domain.store;

import straum.domain.value.ColumnType;
import straum.domain.value.Rows;

/**
 * A small number for each value of a column, its <em>code</em>: 0 for null, and else one that no other value has at the
 * same time. Columns that joins compare share their codes, so that whether two values are equal is whether their codes
 * are, and a join looks nothing up by value.
 *
 * <p>A code lives while it has users: every cell and every dim row with the value is one. With the last it is given back,
 * and another value may have it once no detached ask can have met it.
 *
 * <p>Mutable; one writer, and any number of readers while it does not write.
 */
sealed interface Codes permits LongCodes, ByteCodes {
    /** The code of null. */
    int NULL = 0;

    /** The code of a value that has none. */
    int UNKNOWN = -1;

    /**
     * The codes of columns of a type: of whole numbers whatever their width, since a join compares them.
     *
     * @param asks that may read their values outside of the lock
     */
    static Codes of(ColumnType type, Detached asks) {
        return switch (type.kind()) {
            case BOOL, INT2, INT4, INT8, DATE, TIMESTAMP, TIMESTAMPTZ, TIME, FLOAT4, FLOAT8 -> new LongCodes(asks);
            case NUMERIC, TEXT, VARCHAR, BPCHAR, NAME, ENUM, UUID, INTERVAL, BYTEA, OID, INET, OTHER ->
                new ByteCodes(type.keyOffset(), asks);
        };
    }

    /** The code of a value in a batch of rows, or {@link #UNKNOWN}. */
    int find(Rows rows, int row, int column);

    /** The code of a value in its canonical form, or {@link #UNKNOWN}. */
    int find(byte[] value);

    /** The code of a value in a batch of rows; a new one is to be used at once. */
    int findOrAdd(Rows rows, int row, int column);

    /** Counts one more user of a code. */
    void use(int code);

    /** Counts one user less, and gives the code back with the last. */
    void release(int code);

    /** The values that codes stand for now. */
    CodeValues values();

    /** More than any code in use: codes are below it. */
    int limit();

    /** The number of values that have a code. */
    int size();

    /** The bytes of the heap that they take. */
    long bytes();
}
