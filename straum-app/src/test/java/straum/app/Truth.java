package straum.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.app.testing.MemoryDatabase;
import straum.app.testing.MemorySource;

/** What an answer has to be: kept beside the store, from rows, the slow and obvious way. */
final class Truth {
    private final MemoryDatabase database;
    private final int events;
    private final int accounts;

    /** The rows at a position, and what they answer. */
    private Lsn at = Lsn.ZERO;

    private List<List<@Nullable String>> ofEvents = new ArrayList<>();
    private List<List<@Nullable String>> ofAccounts = new ArrayList<>();
    private List<String> lines = List.of();

    /** The furthest position answered. */
    private Lsn answered = Lsn.ZERO;

    /** The truth about a database. */
    Truth(MemoryDatabase database) {
        this.database = database;
        this.events = UsageModel.table(database, "app.events");
        this.accounts = UsageModel.table(database, "app.accounts");
    }

    /** Says that a crash may have undone what was there. */
    void undone() {
        at = Lsn.ZERO;
        ofEvents = new ArrayList<>();
        ofAccounts = new ArrayList<>();
        lines = List.of();
    }

    /** The furthest position answered. */
    Lsn answered() {
        return answered;
    }

    /**
     * Checks an answer: whole commits up to its position and nothing else, unless there is a change the stream does not
     * tell; nothing missing of what was there before {@code as_of}; and no position before one answered already.
     */
    void check(Answered answer, MemorySource source) {
        Lsn lsn = answer.lsn();
        Lsn snapshot = source.snapshot();
        MemoryDatabase.Entry unsaid =
                database.last(entry -> !entry.streamed() && !snapshot.reaches(entry.end()) && lsn.reaches(entry.end()));
        if (unsaid == null) {
            List<String> got = UsageModel.lines(answer.answer());
            if (!got.equals(lines(lsn))) {
                throw new AssertionError("at " + lsn + " the rows make " + lines(lsn) + ", and the answer is " + got);
            }
        }
        Lsn holds = lsn.max(snapshot);
        MemoryDatabase.Entry lacking = database.last(entry -> entry.real()
                && entry.seenSince() != null
                && entry.seenSince().isBefore(answer.asOf())
                && !(entry.streamed() ? holds : snapshot).reaches(entry.end()));
        if (lacking != null) {
            throw new AssertionError("as of " + answer.asOf() + " the answer at " + lsn + " lacks " + lacking);
        }
        if (!lsn.reaches(answered)) {
            throw new AssertionError("answered at " + lsn + " after " + answered);
        }
        answered = lsn;
    }

    private List<String> lines(Lsn lsn) {
        if (!lsn.reaches(at)) {
            undone();
        }
        if (!lsn.equals(at)) {
            database.play(events, at, lsn, ofEvents);
            database.play(accounts, at, lsn, ofAccounts);
            at = lsn;
            lines = UsageModel.answer(database, ofEvents, ofAccounts);
        }
        return lines;
    }

    /**
     * Checks what is answered to who waited for a position: it is in, and so is every change before it that they may know of
     * and the stream does not tell.
     *
     * @param unsaid what could be seen of those when they came
     */
    void checkWaited(Answered answer, Lsn waitedFor, Set<MemoryDatabase.Entry> unsaid, MemorySource source) {
        if (!answer.lsn().covers(waitedFor)) {
            throw new AssertionError("who waited for " + waitedFor + " was answered at " + answer.lsn());
        }
        // A crash may have undone some.
        MemoryDatabase.Entry lacking = database.last(entry -> unsaid.contains(entry)
                && waitedFor.reaches(entry.end())
                && !source.snapshot().reaches(entry.end()));
        if (lacking != null) {
            throw new AssertionError("who waited for " + waitedFor + " was answered without " + lacking);
        }
    }
}
