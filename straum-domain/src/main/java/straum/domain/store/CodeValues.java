package straum.domain.store;

import straum.domain.value.ColumnType;

/**
 * The values that {@link Codes} stand for, as they are at one moment: of every code that has a user then, whatever becomes
 * of the codes after it, until the code has been given back and taken anew.
 */
sealed interface CodeValues permits LongValues, ByteValues {
    /** The value of a code other than null's, in the canonical form of the type. */
    byte[] value(int code, ColumnType type);

    /** More than any code. */
    int limit();
}
