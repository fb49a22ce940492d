package straum.pg;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import straum.domain.spec.TableName;

/**
 * What must not change in the catalog for the store to stay right, as {@link FingerprintQuery} reads it. The server can
 * hash it alone: while its hash is {@link #hash}, nothing has changed.
 */
final class Fingerprint {
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
     */
    record Line(String subject, String detail) {
        /** The line of a table's file: another one after a rewrite or a truncate. */
        static String fileOf(TableName table) {
            return "the file of " + table;
        }

        /** As the server hashes it. */
        @Override
        public String toString() {
            return subject + ": " + detail;
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

    /** The subjects of which the other has other lines, in alphabetical order. */
    List<String> changed(Fingerprint other) {
        TreeSet<String> subjects = new TreeSet<>();
        List<Line> gone = new ArrayList<>(lines);
        gone.removeAll(other.lines);
        List<Line> come = new ArrayList<>(other.lines);
        come.removeAll(lines);
        gone.forEach(line -> subjects.add(line.subject()));
        come.forEach(line -> subjects.add(line.subject()));
        return List.copyOf(subjects);
    }
}
