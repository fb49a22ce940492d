package straum.domain.ask;

import org.jspecify.annotations.Nullable;
import straum.domain.value.Misfit;

/** Why an ask is refused. */
public sealed interface AskError {
    /** A stable name of the kind, as {@code unknown-name}: what a program tells errors apart by. */
    String type();

    /** What was read and why it is refused, one sentence. */
    String message();

    /** What to write instead; null where the message says it. */
    default @Nullable String hint() {
        return null;
    }

    /** The text cannot be read as an ask. */
    record Unreadable(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "invalid-query";
        }
    }

    /** The query's parameters and those given with it do not go together. */
    record Parameters(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "parameters";
        }
    }

    /** No view of that name. */
    record UnknownView(String name, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "unknown-view";
        }

        @Override
        public String message() {
            return "there is no view named " + name;
        }
    }

    /** The view has no key or measure of that name, or none that may stand there. */
    record UnknownName(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "unknown-name";
        }
    }

    /** Two outputs of one name, or a key grouped by twice. */
    record AskedTwice(String name) implements AskError {
        @Override
        public String type() {
            return "asked-twice";
        }

        @Override
        public String message() {
            return name + " is asked twice";
        }
    }

    /** The keys put out and the keys grouped by do not go together. */
    record Grouping(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "grouping";
        }
    }

    /** Two different times of the bucket: an answer has a row a group, and a group one time. */
    record TwoTimes(String first, String second) implements AskError {
        @Override
        public String type() {
            return "two-times";
        }

        @Override
        public String message() {
            return "an ask groups by one time, and this one has " + first + " and " + second;
        }

        @Override
        public String hint() {
            return "keep one, or ask twice";
        }
    }

    /** A {@code date_bin} or {@code date_trunc} that cannot be, or that the view's buckets do not tell. */
    record BadTime(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "bad-time";
        }
    }

    /** A time zone that is not known, not taken here, or told otherwise by the server. */
    record Zone(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "zone";
        }
    }

    /** A condition that there is not on what it tests. */
    record BadCondition(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "bad-condition";
        }
    }

    /** Sorted by what is not put out. */
    record Ordering(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "ordering";
        }
    }

    /** A LIMIT or OFFSET that is no whole number, or less than 0. */
    record BadCount(String message, @Nullable String hint) implements AskError {
        @Override
        public String type() {
            return "bad-count";
        }
    }

    /** The ask does not say over which buckets. */
    record NoRange() implements AskError {
        @Override
        public String type() {
            return "no-range";
        }

        @Override
        public String message() {
            return "the ask does not say over which buckets";
        }

        @Override
        public String hint() {
            return "add bucket >= a AND bucket < b, or bucket IS NOT NULL for all of them";
        }
    }

    /** A range that ends before it begins, or where it begins. */
    record RangeEmpty(String from, String to) implements AskError {
        @Override
        public String type() {
            return "range-empty";
        }

        @Override
        public String message() {
            return "the range from " + from + " to " + to + " is empty";
        }
    }

    /** A bound of the range that no bucket can reach: infinite, or too far off for PostgreSQL's {@code date_bin}. */
    record RangeBeyond(String bound) implements AskError {
        @Override
        public String type() {
            return "range-beyond";
        }

        @Override
        public String message() {
            return bound + " is beyond every bucket";
        }

        @Override
        public String hint() {
            return "leave the bound out where the range is open; with neither, say bucket IS NOT NULL";
        }
    }

    /** A bound of the range off a bucket's edge. */
    record RangeUnaligned(String bound, String width, String below, String above) implements AskError {
        @Override
        public String type() {
            return "range-unaligned";
        }

        @Override
        public String message() {
            return bound + " is not on an edge of the view's buckets of " + width;
        }

        @Override
        public String hint() {
            return "the nearest edges are " + below + " and " + above;
        }
    }

    /** A value that does not fit the type of what it is compared with. */
    record WrongType(String name, Misfit misfit) implements AskError {
        @Override
        public String type() {
            return "wrong-type";
        }

        @Override
        public String message() {
            return misfit.message(name);
        }

        @Override
        public @Nullable String hint() {
            return misfit.hint();
        }
    }
}
