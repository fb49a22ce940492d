package straum.cli.disruption;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.app.Lsn;
import straum.cli.testing.Answered;

/**
 * What PostgreSQL had, moment by moment, and whether what Straum answered meanwhile is among it. Transactions are made
 * one after the other, so that there are states between them, each with the right answers to every question. An answer
 * is true when it is one state's, and that state is none that came after the answer, none that its LSN had not reached,
 * and none from before what its {@code as_of}, its LSN and the position asked for say is in it. Thread-safe.
 */
final class History {
    /** So many states are kept: an answer is of one of the last, however far Straum lags in a test. */
    private static final int KEPT = 20_000;

    private final Deque<State> states = new ArrayDeque<>();
    private final List<Seen> pending = new ArrayList<>();
    private final List<String> untrue = new ArrayList<>();
    private int next;
    private long checked;
    private boolean positionsCompare = true;

    /** How the answers changed from a state to the next. */
    enum Kind {
        /** By one transaction, told by the stream. */
        TOLD,
        /** By what the stream may not tell: until {@code as_of} is past it, a plain answer may lack it and hold what came after. */
        SILENT,
        /** By several transactions at once, of which only the last state is known. */
        UNKNOWN
    }

    /**
     * What PostgreSQL had from one transaction to the next.
     *
     * @param sent before the transaction's commit was begun
     * @param returned when it was over
     * @param before a position that its commit record lies past
     * @param after a position that its commit record lies before
     * @param answers digests of the right ones, by question
     */
    record State(int number, Kind kind, Instant sent, Instant returned, Lsn before, Lsn after, List<String> answers) {}

    /**
     * An answer that was seen.
     *
     * @param least the state that the asked position holds, −1 for none
     * @param at when it had come
     */
    record Seen(int question, int least, Instant at, Answered answered) {}

    /** The number of the state to come. */
    synchronized int next() {
        return next;
    }

    /** The newest state; null before the first. */
    synchronized @Nullable State newest() {
        return states.peekLast();
    }

    /** From now on positions say nothing: they are of more than one server. */
    synchronized void mixPositions() {
        positionsCompare = false;
    }

    /** Whether positions of all states are of one server. */
    synchronized boolean positionsCompare() {
        return positionsCompare;
    }

    /** Adds a state, and checks what has been seen before it was over. */
    synchronized void add(
            Kind kind,
            Instant sent,
            Instant returned,
            Lsn before,
            Lsn after,
            List<List<List<@Nullable String>>> answers) {
        List<String> digests = answers.stream().map(History::digest).toList();
        states.add(new State(next++, kind, sent, returned, before, after, digests));
        if (states.size() > KEPT) {
            states.removeFirst();
        }
        pending.forEach(this::check);
        pending.clear();
    }

    /** Adds an answer, to be checked once the state after it is known. */
    synchronized void see(Seen seen) {
        pending.add(seen);
    }

    /** Adds what is wrong beside the answers. */
    synchronized void blame(String what) {
        untrue.add(what);
    }

    /** Checks the rest; no transaction is under way. */
    synchronized void finish() {
        pending.forEach(this::check);
        pending.clear();
    }

    /** How many answers were checked. */
    synchronized long checked() {
        return checked;
    }

    /** What was not true, told for people. */
    synchronized List<String> untrue() {
        return List.copyOf(untrue);
    }

    /** Stands for an answer's rows: there are thousands of states. */
    private static String digest(List<List<@Nullable String>> rows) {
        try {
            byte[] bytes = rows.toString().getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Iterable<State> newestFirst() {
        return states::descendingIterator;
    }

    private void check(Seen seen) {
        checked++;
        String digest = digest(seen.answered().rows());
        int least = Math.max(seen.least(), 0);
        int young = -1;
        int reached = -1;
        for (State state : newestFirst()) {
            if (young < 0 && state.returned().isBefore(seen.answered().asOf())) {
                young = state.number();
            }
            if (reached < 0
                    && positionsCompare
                    && state.kind() != Kind.SILENT
                    && seen.answered().lsn().reaches(state.after())) {
                reached = state.number();
            }
            boolean excused = state.kind() == Kind.SILENT
                    && seen.least() < state.number()
                    && state.sent().isBefore(seen.at())
                    && !seen.answered().asOf().isAfter(state.returned());
            if (excused) {
                return;
            }
        }
        least = Math.max(least, Math.max(young, reached));
        List<Integer> same = new ArrayList<>();
        for (State state : newestFirst()) {
            boolean equal = state.kind() == Kind.UNKNOWN
                    || state.answers().get(seen.question()).equals(digest);
            if (!equal) {
                continue;
            }
            same.add(state.number());
            boolean future = state.sent().isAfter(seen.at());
            boolean beyond = positionsCompare && !seen.answered().lsn().reaches(state.before());
            if (!future && !beyond && state.number() >= least) {
                return;
            }
        }
        untrue.add(
                "an answer to question %d, seen at %s as of %s at %s, has to be of state %d or later (its as_of says %d, its LSN %d, the ask %d) and is of %s of the %d states\n%s"
                        .formatted(
                                seen.question(),
                                seen.at(),
                                seen.answered().asOf(),
                                seen.answered().lsn(),
                                least,
                                young,
                                reached,
                                seen.least(),
                                same.isEmpty() ? "none" : same,
                                next,
                                seen.answered().rows()));
    }
}
