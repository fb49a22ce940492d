package straum.pg;

import org.jspecify.annotations.Nullable;
import straum.domain.value.ColumnType;

/**
 * What the catalog says of one column of a table; dropped ones are left out.
 *
 * @param number {@code attnum}; negative for a system column such as {@code ctid}
 * @param typeOid {@code atttypid}: of a domain the domain's own
 * @param typmod {@code atttypmod}; −1 without a modifier
 * @param baseOid the type's OID, of a domain its base type's
 * @param declared the type as PostgreSQL prints it, {@code numeric(12,2)}
 * @param type what its values are read as: of a domain its base type
 * @param generated how its values are generated
 * @param collation null where the type has none
 */
record CatalogColumn(
        String name,
        int number,
        int typeOid,
        int typmod,
        long baseOid,
        String declared,
        ColumnType type,
        Generated generated,
        @Nullable Collation collation) {
    /** How a column's values come to be. */
    enum Generated {
        /** They are written. */
        NO,
        /** Computed at each write, and kept in the row. */
        STORED,
        /** Computed at each read. */
        VIRTUAL
    }

    /** Whether its type is a domain. */
    boolean isDomain() {
        return Integer.toUnsignedLong(typeOid) != baseOid;
    }

    /** Whether unequal texts of it can be equal. */
    boolean isLoose() {
        return collation != null && !collation.isDeterministic();
    }

    /** Whether its values order as Straum orders them: by byte, where they are texts. */
    boolean isByByte() {
        return collation == null || collation.isByByte();
    }

    /** A column anybody may have named in a query: no system column. */
    boolean isOrdinary() {
        return number > 0;
    }
}
