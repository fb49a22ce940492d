package straum.pg;

import straum.domain.spec.TableName;

/** How a publication's name is written. */
final class Publications {
    private Publications() {}

    /**
     * The literal for the plugin's option {@code publication_names}, a list of identifiers: the name in double quotes, and
     * that in single ones.
     */
    static String literal(String publication) {
        return "'" + TableName.quoted(publication).replace("'", "''") + "'";
    }
}
