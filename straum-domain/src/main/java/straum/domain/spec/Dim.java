package straum.domain.spec;

import java.util.List;

/**
 * A joined table, as the views read it: by its key columns, for the union of the attributes any of them reads. One a
 * table and key; a table joined by two different keys is two dims.
 *
 * @param key the columns the joins compare, in alphabetical order; need not be unique in the table
 * @param attributes the columns read through the joins, each once; none where the joins only filter or multiply
 */
public record Dim(TableName table, List<String> key, List<String> attributes) {
    public Dim {
        key = List.copyOf(key);
        attributes = List.copyOf(attributes);
        if (key.isEmpty()) {
            throw new IllegalArgumentException("dim " + table + " has no key");
        }
    }
}
