package straum.pg;

import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.app.Event;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.domain.value.ColumnType;
import straum.pg.pgoutput.Layout;
import straum.pg.pgoutput.NewLabels;

/**
 * The events of one stream in the order they are told in: the labels that an enum has gained come right before the first
 * commit that has them, for no reading may come in between (ADR 0019). Confined to the writer's thread.
 */
final class LabelsFirst {
    private final Events events;
    private final NewLabels newLabels;
    private final ReadTypes types;
    private final List<Layout> layouts;
    private final Look look;

    /** The end of the last event told. */
    private Lsn told;
    /** A commit that has labels to be told first. */
    private Event.@Nullable Commit held;

    /** The events as the stream has them. */
    @FunctionalInterface
    interface Events {
        /** The next one; null when there is none in time. */
        @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException;
    }

    /** Takes a reading, which puts the labels that it finds into the {@link ReadTypes}. */
    @FunctionalInterface
    interface Look {
        void read() throws SourceException;
    }

    /**
     * Tells those events.
     *
     * @param newLabels where the stream notes the labels that it meets
     * @param from where the stream begins
     */
    LabelsFirst(Events events, NewLabels newLabels, ReadTypes types, List<Layout> layouts, Lsn from, Look look) {
        this.events = events;
        this.newLabels = newLabels;
        this.types = types;
        this.layouts = layouts;
        this.told = from;
        this.look = look;
    }

    /**
     * The next event; null when there is none in time.
     *
     * @throws SourceException what ended the stream, or a label that even a reading does not know
     */
    @Nullable Event next(long timeoutMillis) throws SourceException, InterruptedException {
        Event event = labels();
        if (event == null) {
            event = held == null ? events.next(timeoutMillis) : held;
            held = null;
        }
        if (event instanceof Event.Commit commit && !knowsLabels(commit)) {
            held = commit;
            event = labels();
        }
        if (event != null) {
            told = event.end();
        }
        return event;
    }

    private @Nullable Event labels() {
        List<ColumnType[]> now = types.tell();
        return now == null ? null : new Event.Types(told, now);
    }

    /** Whether the labels that come with a commit for the first time have been told; looks for them where they have not. */
    private boolean knowsLabels(Event.Commit commit) throws SourceException {
        List<NewLabels.Label> labels = newLabels.upTo(commit.end());
        if (labels.stream().allMatch(types::knows)) {
            return true;
        }
        look.read();
        for (NewLabels.Label label : labels) {
            if (!types.knows(label)) {
                Layout layout = layouts.get(label.table());
                throw new SourceException(
                        Kind.LOST,
                        layout.name() + "."
                                + layout.columns().get(label.column()).name() + " has the label '"
                                + label.text() + "' in the transaction that ends at " + label.commit()
                                + ", and what its place in the enum was then can no longer be told: it has to be loaded"
                                + " anew");
            }
        }
        return false;
    }
}
