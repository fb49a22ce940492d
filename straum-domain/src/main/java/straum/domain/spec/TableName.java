package straum.domain.spec;

/** A table's name in PostgreSQL, folded and unquoted. */
public record TableName(String schema, String name) implements Comparable<TableName> {
    /** The schema of a name written without one, and of views. */
    public static final String PUBLIC = "public";

    /** The name for SQL, every part quoted: {@code "app"."Order"}. */
    public String sql() {
        return quoted(schema) + "." + quoted(name);
    }

    /** An identifier in double quotes, its own doubled (PostgreSQL manual, 4.1.1). */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    @Override
    public int compareTo(TableName other) {
        int bySchema = schema.compareTo(other.schema);
        return bySchema != 0 ? bySchema : name.compareTo(other.name);
    }

    /** For people: {@code app.events}, without quotes. */
    @Override
    public String toString() {
        return schema + "." + name;
    }
}
