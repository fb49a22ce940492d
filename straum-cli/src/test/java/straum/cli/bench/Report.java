package straum.cli.bench;

import java.util.ArrayList;
import java.util.List;

/** The rows of the table that a run prints, and what is to be said below it. */
final class Report {
    private final List<String> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** A figure of Straum's beside a peer's of the same runs. */
    void add(String figure, Figures straum, Figures peer) {
        rows.add(straum.row(figure, peer));
    }

    /** A figure of somebody else's in Straum's place, beside the same peer. */
    void addInstead(String figure, Figures instead, Figures peer) {
        add("(" + figure + ": " + instead.name() + " instead of Straum, beside " + peer.name() + ")", instead, peer);
    }

    /** A figure that has no peer. */
    void add(String figure, Figures straum) {
        rows.add(straum.row(figure));
    }

    /** Something to be known of the figures. */
    void note(String sentence) {
        if (!notes.contains(sentence)) {
            notes.add(sentence);
        }
    }

    /** The table in Markdown. */
    String table() {
        StringBuilder table = new StringBuilder(
                "| figure | times as fast as the peer | Straum's figure | the peer's figure | the peer | run by run |\n");
        table.append("|---|---|---|---|---|---|\n");
        rows.forEach(row -> table.append(row).append('\n'));
        notes.forEach(note -> table.append("\n- ").append(note));
        return table.append(notes.isEmpty() ? "" : "\n").toString();
    }
}
