package straum.pg.pgoutput;

import straum.domain.value.ColumnType;

/**
 * What the catalog said of one column that the spec reads.
 *
 * @param typeOid {@code pg_attribute.atttypid}: of a domain the domain's own
 * @param typmod {@code pg_attribute.atttypmod}; −1 without a modifier
 * @param type what the values are read as: of a domain its base type, of an enum with its labels
 */
public record LayoutColumn(String name, int typeOid, int typmod, ColumnType type) {}
