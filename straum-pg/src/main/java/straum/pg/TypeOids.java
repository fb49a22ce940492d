package straum.pg;

import straum.domain.value.ColumnType;

/** The types of PostgreSQL's own catalog that Straum reads, by their fixed OIDs (src/include/catalog/pg_type.dat). */
final class TypeOids {
    /** What a modifier of numeric and bpchar counts too much: the size of a length word (VARHDRSZ). */
    private static final int MODIFIER_OFFSET = 4;

    private TypeOids() {}

    /**
     * The type of that OID, which is no domain and no enum.
     *
     * @param modifier {@code atttypmod}, or of a domain {@code typtypmod}
     * @param name for a type of which values are only counted
     */
    static ColumnType type(long oid, int modifier, String name) {
        return switch ((int) oid) {
            case 16 -> ColumnType.BOOL;
            case 17 -> ColumnType.BYTEA;
            case 19 -> ColumnType.NAME;
            case 20 -> ColumnType.INT8;
            case 21 -> ColumnType.INT2;
            case 23 -> ColumnType.INT4;
            case 26 -> ColumnType.OID;
            case 25 -> ColumnType.TEXT;
            case 700 -> ColumnType.FLOAT4;
            case 701 -> ColumnType.FLOAT8;
            case 869 -> ColumnType.INET;
            case 1042 -> ColumnType.bpchar(modifier < 0 ? -1 : modifier - MODIFIER_OFFSET);
            case 1043 -> ColumnType.VARCHAR;
            case 1082 -> ColumnType.DATE;
            case 1083 -> ColumnType.TIME;
            case 1114 -> ColumnType.TIMESTAMP;
            case 1184 -> ColumnType.TIMESTAMPTZ;
            case 1186 -> ColumnType.INTERVAL;
            case 1700 -> modifier < 0 ? ColumnType.NUMERIC : ColumnType.numeric(scale(modifier));
            case 2950 -> ColumnType.UUID;
            default -> ColumnType.other(name);
        };
    }

    /**
     * The digits after the point that every value of the column is printed with: the declared scale, which is 11 bits and
     * signed since 15; values of a negative one are whole numbers (utils/adt/numeric.c, numeric_typmod_scale).
     */
    private static int scale(int modifier) {
        int declared = ((modifier - MODIFIER_OFFSET & 0x7ff) ^ 1024) - 1024;
        return Math.max(declared, 0);
    }
}
