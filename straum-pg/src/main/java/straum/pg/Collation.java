package straum.pg;

/**
 * The collation of a column whose type has one.
 *
 * @param name its name, without its schema
 * @param isDefault whether it is the database's default, which gives way to any other (manual, 24.2)
 * @param isDeterministic whether equal texts are equal bytes
 * @param isByByte whether it orders texts by the bytes of their UTF-8, as {@code C} does
 */
record Collation(long oid, String name, boolean isDefault, boolean isDeterministic, boolean isByByte) {
    /** For people. */
    String shown() {
        return isDefault ? "the database's default" : name;
    }
}
