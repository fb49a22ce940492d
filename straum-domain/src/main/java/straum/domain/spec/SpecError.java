package straum.domain.spec;

import org.jspecify.annotations.Nullable;

/** Why a spec is refused. */
public sealed interface SpecError {
    /** What was read and why it is refused, one sentence. */
    String message();

    /** What to write instead; null where the message says it. */
    default @Nullable String hint() {
        return null;
    }

    /** The text cannot be read as a spec. */
    record Unreadable(String message, @Nullable String hint) implements SpecError {}

    /** Two views of one name. */
    record ViewTwice(String view) implements SpecError {
        @Override
        public String message() {
            return "there are two views named " + view;
        }
    }

    /** A view named as a table the spec reads, so that its name would mean two things. */
    record NamedAsTable(String view, TableName table) implements SpecError {
        @Override
        public String message() {
            return "the view " + view + " has the name of the table " + table + ", which the spec reads";
        }

        @Override
        public String hint() {
            return "name the view otherwise";
        }
    }

    /** Two outputs of one name in a view. */
    record NameTwice(String view, String name) implements SpecError {
        @Override
        public String message() {
            return "the view " + view + " has two outputs named " + name;
        }
    }

    /** A key or measure named bucket. */
    record NamedBucket(String view) implements SpecError {
        @Override
        public String message() {
            return "only date_bin(...) may be named bucket, and the view " + view + " names another output so";
        }
    }

    /** A width that does not divide a day. */
    record BadWidth(String view, String width) implements SpecError {
        @Override
        public String message() {
            return "a bucket width of " + width + " does not divide a day into whole seconds";
        }

        @Override
        public String hint() {
            return "use a width that divides 1 day, which is the widest";
        }
    }

    /**
     * A width of more than a day.
     *
     * @param grouped how an ask groups day cells by it; null where it does not
     */
    record WideWidth(String view, String width, @Nullable String grouped) implements SpecError {
        @Override
        public String message() {
            return "a bucket width of " + width + " is wider than a day";
        }

        @Override
        public String hint() {
            return "use a width that divides 1 day"
                    + (grouped == null ? "" : ", as '1 day': an ask groups day cells by " + grouped);
        }
    }

    /** A width that is no whole multiple of the one before it. */
    record BadBucket(String view, Width width, Width before) implements SpecError {
        @Override
        public String message() {
            return "a bucket width of " + width + " is not a whole multiple of " + before + ", the one before it";
        }
    }

    /** A view without a measure. */
    record NoMeasure(String view) implements SpecError {
        @Override
        public String message() {
            return "the view " + view + " has no measure";
        }

        @Override
        public String hint() {
            return "count(*) AS rows counts the rows of each cell";
        }
    }

    /** A measure filtered by a column of the fact that no key reads: cells do not keep such rows apart. */
    record FilteredByNoKey(String view, String measure, String column) implements SpecError {
        @Override
        public String message() {
            return "the measure " + measure + " is filtered by the column " + column + ", which no key of the view "
                    + view + " reads";
        }

        @Override
        public String hint() {
            return "add it as a key";
        }
    }
}
