package straum.pg;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What must not change in the catalog for the store to stay right, as {@link FingerprintQuery} reads it. The server can
 * hash it alone: while its hash is {@link #hash}, nothing has changed.
 */
final class Fingerprint {
    /* How subjects of lines begin that others go and come with, and those others of a publication. */
    private static final String TABLE = "the table ";
    private static final String PUBLICATION = "the publication ";
    private static final String PUBLISHED = "the publication of ";

    private final List<Line> lines;
    private final String hash;

    /** Of those lines, in the order of their texts' bytes. */
    Fingerprint(List<Line> lines) {
        this.lines = List.copyOf(lines);
        this.hash = hash(lines);
    }

    /**
     * One thing it watches.
     *
     * @param subject what it is, for people: {@code the column app.events.kind}
     * @param detail what it was found to be
     * @param table of the line of a file, or of an enum's label, the index of the table of the spec that it is of; else
     *     {@link #NO_TABLE}
     * @param label of the line of a label which it is; else null
     */
    record Line(
            String subject,
            String detail,
            int table,
            @Nullable Label label) {
        /** A line of no table of the spec: of one below them, or of none at all. */
        static final int NO_TABLE = -1;

        /** Whether it says which file a table of the spec has: another one after a rewrite or a truncate. */
        boolean isFileOf(int number) {
            return label == null && table == number;
        }

        /** As the server hashes it. */
        @Override
        public String toString() {
            return subject + ": " + detail;
        }
    }

    /**
     * A label of the enum that a column is of.
     *
     * @param column the column's place in its table's layout
     * @param rank labels of one enum are in the order of it
     */
    record Label(int column, float rank, String text) {}

    /**
     * What is otherwise in a later fingerprint.
     *
     * @param gone the lines that it no longer has
     * @param come the lines that it has and had not
     */
    record Change(List<Line> gone, List<Line> come) {
        Change {
            gone = List.copyOf(gone);
            come = List.copyOf(come);
        }

        /** The lines of labels that came to an enum none of whose labels went, moved or was renamed. */
        List<Line> labelsAdded() {
            return come.stream()
                    .filter(line -> line.label() != null && gone.stream().noneMatch(other -> isOfOneEnum(line, other)))
                    .toList();
        }

        /** Whether nothing is otherwise. */
        boolean isNothing() {
            return gone.isEmpty() && come.isEmpty();
        }

        /** Whether the file of a table of the spec is otherwise. */
        boolean hasFileOf(int table) {
            return Stream.concat(gone.stream(), come.stream()).anyMatch(line -> line.isFileOf(table));
        }

        /** What is left of it without such lines. */
        Change without(Predicate<Line> such) {
            return new Change(
                    gone.stream().filter(such.negate()).toList(),
                    come.stream().filter(such.negate()).toList());
        }

        /** What of it went, came and changed, for people: {@code the table app.a is gone and the enum of app.b.c changed}. */
        String told() {
            Set<String> went = whole(subjects(gone));
            Set<String> came = whole(subjects(come));
            Set<String> changed = new TreeSet<>(went);
            changed.retainAll(came);
            went.removeAll(changed);
            came.removeAll(changed);
            List<String> told = new ArrayList<>();
            tell(told, came, "has come", "have come");
            tell(told, went, "is gone", "are gone");
            tell(told, changed, "changed", "changed");
            return String.join(" and ", told);
        }

        /** Without what goes and comes with a table, or with the publication; of a partition its place is told alone. */
        private static Set<String> whole(Set<String> subjects) {
            Set<String> whole = new TreeSet<>(subjects);
            for (String subject : subjects) {
                if (subject.startsWith(TABLE)) {
                    String name = subject.substring(TABLE.length());
                    whole.remove("the file of " + name);
                    if (subjects.stream().anyMatch(other -> other.startsWith("the place of " + name + " under "))) {
                        whole.remove(subject);
                    }
                } else if (subject.startsWith(PUBLICATION) && !subject.startsWith(PUBLISHED)) {
                    whole.removeIf(other -> other.startsWith(PUBLISHED));
                }
            }
            return whole;
        }

        private static void tell(List<String> told, Set<String> subjects, String one, String many) {
            if (!subjects.isEmpty()) {
                List<String> all = List.copyOf(subjects);
                int last = all.size() - 1;
                told.add(
                        last == 0
                                ? all.get(0) + " " + one
                                : String.join(", ", all.subList(0, last)) + " and " + all.get(last) + " " + many);
            }
        }

        /** In alphabetical order. */
        private static Set<String> subjects(List<Line> lines) {
            return lines.stream().map(Line::subject).collect(Collectors.toCollection(TreeSet::new));
        }

        private static boolean isOfOneEnum(Line one, Line other) {
            return one.label() != null
                    && other.label() != null
                    && one.table() == other.table()
                    && one.label().column() == other.label().column();
        }
    }

    private static String hash(List<Line> lines) {
        List<String> texts = lines.stream().map(Line::toString).toList();
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", texts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /** The SHA-256 over the lines, in hexadecimal. */
    String hash() {
        return hash;
    }

    /** What is otherwise in a later one. */
    Change changed(Fingerprint later) {
        List<Line> gone = new ArrayList<>(lines);
        gone.removeAll(later.lines);
        List<Line> come = new ArrayList<>(later.lines);
        come.removeAll(lines);
        return new Change(gone, come);
    }

    /** This one with lines added. */
    Fingerprint with(List<Line> added) {
        List<Line> all = new ArrayList<>(lines);
        all.addAll(added);
        // By code point, which is the order of the bytes.
        all.sort((one, other) -> Arrays.compareUnsigned(bytes(one), bytes(other)));
        return new Fingerprint(all);
    }

    private static byte[] bytes(Line line) {
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The labels of the enum that a column is of, in declared order. */
    List<String> labels(int table, int column) {
        return lines.stream()
                .filter(line -> line.table() == table)
                .map(Line::label)
                .filter(label -> label != null && label.column() == column)
                .sorted(Comparator.comparing(Label::rank))
                .map(Label::text)
                .toList();
    }
}
