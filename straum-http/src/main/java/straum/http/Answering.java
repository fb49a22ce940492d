package straum.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import straum.app.Answered;
import straum.app.Lsn;
import straum.app.Outcome;
import straum.app.Status;
import straum.domain.ask.Answer;

/** The way from a request to an answer that {@code /ask} and {@code /views/NAME} share: waiting, asking, writing. */
final class Answering {
    /** An ask that has been read; {@code query} is its text, to point into. */
    record Prepared(String query, Supplier<Outcome> ask) {}

    private static final String MIN_LSN = "Straum-Min-LSN";
    private static final int REFERENCE_BYTES = 4;
    /** The header of an array, and what pads it to a multiple of 8, on average. */
    private static final int ARRAY_BYTES = 20;

    /** By then another Straum may have taken over. */
    private static final int STOPPED_RETRY_SECONDS = 5;

    private final Asks asks;
    private final Workers workers;
    private final Budget budget;
    private final HttpSettings.Times times;
    private final PrintAsk printer;
    /** The {@code as_of} printed last: most answers have the same as the one before. */
    private volatile Printed last = new Printed(Instant.EPOCH, Instant.EPOCH.toString());

    private record Printed(Instant asOf, String text) {}

    /** Asks that run on these workers; a long answer takes its memory from the budget. */
    Answering(Asks asks, Workers workers, Budget budget, HttpSettings.Times times, PrintAsk printer) {
        this.asks = asks;
        this.workers = workers;
        this.budget = budget;
        this.times = times;
        this.printer = printer;
    }

    /**
     * Answers, once the LSN is applied that the request names, if it names one. An ask that waits holds no thread; what
     * cannot be read is refused before it waits. How long a request says it waits counts for all of it: for its LSN and for
     * a worker's time.
     *
     * @param prepare reads the ask, on a worker
     */
    CompletableFuture<Reply> answer(Request request, Workers.Work<Prepared> prepare) throws ProblemException {
        Lsn least = minLsn(request.headers());
        Prefer prefer = Prefer.of(request.headers().getAll("Prefer"));
        Duration said = prefer.wait(Duration.ZERO, times.maxWait());
        if (least == null) {
            return workers.run(request, said, () -> {
                Prepared prepared = prepare.run();
                return reply(request, prefer, prepared.query(), prepared.ask().get());
            });
        }
        Waiting waiting = new Waiting(least, prefer.wait(times.defaultWait(), times.maxWait()), System.nanoTime());
        return workers.run(request, said, prepare)
                .thenComposeAsync(
                        prepared -> answerSince(
                                request,
                                prefer,
                                prepared,
                                waiting,
                                prefer.waitSeconds() == null ? waiting.atMost : waiting.left()),
                        request.loop());
    }

    /**
     * What a request waits for.
     *
     * @param beganNanos by the monotonic clock
     */
    private record Waiting(Lsn least, Duration atMost, long beganNanos) {
        /** How much of the time is left. */
        Duration left() {
            return atMost.minusNanos(System.nanoTime() - beganNanos);
        }

        boolean isOver() {
            return left().isNegative() || left().isZero();
        }
    }

    private CompletableFuture<Reply> answerSince(
            Request request, Prefer prefer, Prepared prepared, Waiting waiting, Duration most) {
        return whenReached(request, waiting.least, most)
                .thenComposeAsync(
                        reached -> workers.run(
                                request,
                                prefer.waitSeconds() == null ? Duration.ZERO : waiting.left(),
                                () -> Optional.ofNullable(since(request, prefer, prepared, waiting, reached))),
                        request.loop())
                .thenComposeAsync(
                        reply -> reply.map(CompletableFuture::completedFuture)
                                .orElseGet(() -> answerSince(request, prefer, prepared, waiting, waiting.left())),
                        request.loop());
    }

    /**
     * Answers at once, on the event loop; null where that cannot be, and {@link #answer} is to.
     *
     * @param ask null where it would take longer
     */
    @Nullable Reply answerAtOnce(Request request, String query, Supplier<@Nullable Outcome> ask) throws ProblemException {
        Outcome outcome = ask.get();
        return outcome == null
                ? null
                : reply(request, Prefer.of(request.headers().getAll("Prefer")), query, outcome);
    }

    /** Whether a request waits for a position before it is answered. */
    static boolean waits(Request request) {
        return request.headers().contains(MIN_LSN);
    }

    /** Waits as the app does, and no longer than the client does. */
    private CompletableFuture<Boolean> whenReached(Request request, Lsn lsn, Duration wait) {
        CompletableFuture<Boolean> reached = asks.whenReached(lsn, wait);
        var unused = request.gone().thenRun(() -> reached.cancel(false));
        return reached;
    }

    private static @Nullable Lsn minLsn(HttpHeaders headers) throws ProblemException {
        List<String> fields = headers.getAll(MIN_LSN);
        if (fields.isEmpty()) {
            return null;
        }
        try {
            if (fields.size() == 1) {
                return Lsn.parse(fields.get(0).strip());
            }
        } catch (IllegalArgumentException malformed) {
            throw new ProblemException(Problem.invalidRequest(
                    MIN_LSN + " is " + fields.get(0) + ", which is no LSN as PostgreSQL prints it, 0/16B3748"));
        }
        throw new ProblemException(Problem.invalidRequest("the request has more than one " + MIN_LSN + " header"));
    }

    /**
     * The reply after the wait. When the LSN was not reached and something is loaded, that is all there is to say, unless the
     * server's stopping ended the wait, or it is reached by now; else the outcome says what is wrong: the ask, or that
     * nothing is loaded. An answer short of the LSN is never given.
     *
     * @return null when what was reached has been lost again before it was asked, and there is time to wait for it once more
     */
    private @Nullable Reply since(Request request, Prefer prefer, Prepared prepared, Waiting waiting, boolean reached)
            throws ProblemException {
        Lsn least = waiting.least;
        Status status = asks.status();
        if (!reached && status.state() == Status.State.STOPPING) {
            throw new ProblemException(
                    Problem.notReady(new Outcome.NotReady(String.valueOf(status.reason()), STOPPED_RETRY_SECONDS)));
        }
        if (!reached && status.appliedLsn() != null && !isReached(least)) {
            throw new ProblemException(notReached(least, waiting.atMost, status));
        }
        Outcome outcome = prepared.ask().get();
        if (reached && outcome instanceof Outcome.NotReady && !waiting.isOver()) {
            return null;
        }
        if (outcome instanceof Outcome.Ok ok && !ok.answered().lsn().covers(least)) {
            throw new ProblemException(notReached(least, waiting.atMost, asks.status()));
        }
        return reply(request, prefer, prepared.query(), outcome);
    }

    /** Whether it is reached now, though the wait for it was over before: the turn of an ask may come later. */
    private boolean isReached(Lsn lsn) {
        CompletableFuture<Boolean> now = asks.whenReached(lsn, Duration.ZERO);
        boolean reached = now.getNow(false);
        now.cancel(false);
        return reached;
    }

    private static Problem notReached(Lsn least, Duration wait, Status status) {
        if (status.appliedLsn() != null && status.appliedLsn().covers(least)) {
            return Problem.notReached(least + " is applied, and within " + wait.toSeconds()
                    + " s the catalog was not seen unchanged up to there: some changes of it come by no commit, so that an"
                    + " answer waits until PostgreSQL has been asked");
        }
        String so = least + " was not applied within " + wait.toSeconds() + " s";
        String applied = status.appliedLsn() == null ? "" : "; applied is " + status.appliedLsn();
        String asOf = status.asOf() == null ? "" : ", as of " + status.asOf();
        String server =
                status.serverLsn() == null ? "" : "; the server was at " + status.serverLsn() + " when last asked";
        return Problem.notReached(so + applied + asOf + server);
    }

    private Reply reply(Request request, Prefer prefer, String query, Outcome outcome) throws ProblemException {
        if (outcome instanceof Outcome.Ok ok) {
            return reply(request.format(), prefer, ok.answered());
        }
        if (outcome instanceof Outcome.Checked checked) {
            byte[] sql =
                    printer.print(asks.spec(), checked.types(), checked.ask()).getBytes(StandardCharsets.UTF_8);
            Map<String, String> headers = Map.of("Straum-LSN", checked.lsn().toString());
            return Reply.of(200, Format.SQL.contentType(), headers, sql);
        }
        throw new ProblemException(problem(outcome, query));
    }

    private static Problem problem(Outcome outcome, String query) {
        if (outcome instanceof Outcome.Invalid invalid) {
            return Problem.refused(invalid.refusal(), query);
        }
        if (outcome instanceof Outcome.Unanswerable unanswerable) {
            return Problem.unanswerable(unanswerable);
        }
        if (outcome instanceof Outcome.NotReady notReady) {
            return Problem.notReady(notReady);
        }
        throw new AssertionError(outcome);
    }

    private Reply reply(Format format, Prefer prefer, Answered answered) throws ProblemException {
        boolean asStrings = prefer.numbersAsStrings() && format == Format.JSON;
        Map<String, String> headers = new TreeMap<>();
        String lsn = answered.lsn().toString();
        String asOf = printed(answered.asOf());
        headers.put("Straum-LSN", lsn);
        headers.put("Straum-As-Of", asOf);
        if (asStrings) {
            headers.put("Preference-Applied", "numbers=strings");
        }
        Pieces pieces = format == Format.JSON
                ? new AnswerJson(answered.answer(), lsn, asOf, asStrings)
                : AnswerText.of(answered.answer());
        byte[] first = pieces.next();
        if (first == null) {
            throw new AssertionError("an answer without a byte");
        }
        if (first.length < Pieces.PIECE) {
            return Reply.of(200, format.contentType(), headers, first);
        }
        long bytes = heldBytes(answered.answer());
        if (bytes > budget.total()) {
            throw new ProblemException(Problem.answerTooLong(bytes, budget.total()));
        }
        Budget.Share share = budget.take(bytes);
        if (share == null) {
            throw new ProblemException(Problem.busy("long answers"));
        }
        return new Reply(200, format.contentType(), headers, first, new Reply.Rest(pieces, share));
    }

    private String printed(Instant asOf) {
        Printed printed = last;
        if (!printed.asOf.equals(asOf)) {
            printed = new Printed(asOf, asOf.toString());
            last = printed;
        }
        return printed.text;
    }

    /** The bytes of the heap an answer holds, about. */
    private static long heldBytes(Answer answer) {
        long bytes = 0;
        for (Answer.Column column : answer.columns()) {
            for (byte[] value : column.values()) {
                bytes += value == null ? REFERENCE_BYTES : REFERENCE_BYTES + ARRAY_BYTES + value.length;
            }
        }
        return bytes;
    }
}
