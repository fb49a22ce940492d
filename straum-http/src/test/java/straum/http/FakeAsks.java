package straum.http;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.app.Answered;
import straum.app.Failure;
import straum.app.Lsn;
import straum.app.Opened;
import straum.app.Outcome;
import straum.app.Status;
import straum.domain.ask.Answer;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.ask.Types;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.spec.Width;
import straum.domain.store.Held;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Answers what a test wants answered, over the spec of {@link Specs#usage}. */
final class FakeAsks implements Asks {
    static final Instant AS_OF = Instant.parse("2026-11-13T10:00:00.412Z");
    static final Lsn LSN = Lsn.parse("0/16B3748");
    static final ColumnType AMOUNT = ColumnType.numeric(2);

    private static final Operand ANY = new Operand(new Literal.Null(), new Place(1, 1));

    volatile Function<Ask, Outcome> onAsk = ask -> ok(regions());
    volatile Function<Ask, @Nullable Outcome> onAskAtOnce = ask -> null;
    volatile Function<Ask, Outcome> onCheck = ask -> new Outcome.Checked(
            new CheckedAsk(0, List.of(), List.of(), List.of(), null, 0, 1), (table, column) -> ColumnType.TEXT, LSN);
    volatile BiFunction<Lsn, Duration, CompletableFuture<Boolean>> onWait =
            (lsn, timeout) -> CompletableFuture.completedFuture(true);
    volatile Status status = status(Status.State.READY, null);

    /**
     * Reads any text as an ask of the parameters: they are the values of its one condition. A text with a {@code !} in it
     * is refused there.
     */
    static Ask read(String query, List<Literal> parameters) throws AskException {
        int wrong = query.indexOf('!');
        if (wrong >= 0) {
            int line = 1
                    + (int) query.substring(0, wrong)
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            Place place = new Place(line, wrong - query.lastIndexOf('\n', wrong));
            throw new AskException(new AskError.Unreadable("nothing can be made of !", "leave it out"), place);
        }
        Place start = new Place(1, 1);
        List<Operand> operands =
                parameters.stream().map(value -> new Operand(value, start)).toList();
        return new Ask(
                new Name(query, start),
                List.of(),
                new Condition.In<>(new Name("kind", start), operands),
                new Ask.Range(ANY, ANY, false),
                List.of(),
                List.of(),
                List.of(),
                null,
                null);
    }

    /** Prints any ask as a text that says how many columns it has. */
    static String print(Spec spec, Types types, CheckedAsk ask) {
        return "SELECT " + ask.columns().size() + ";\n";
    }

    /** The parameters of an ask that {@link #read} read. */
    static List<Literal> parameters(Ask ask) {
        return ((Condition.In<Name, Operand>) ask.where())
                .values().stream().map(Operand::value).toList();
    }

    /** The answer of the guide. */
    static Answer regions() {
        return answer(
                List.of("region", "events", "amount"),
                List.of(ColumnType.TEXT, ColumnType.INT8, AMOUNT),
                new String[][] {{"eu", "2", "220.00"}, {"us", "273", "14769.29"}});
    }

    /** An answer of so many rows of the guide's shape. */
    static Answer many(int rows) {
        String[][] values = new String[rows][];
        for (int i = 0; i < rows; i++) {
            values[i] = new String[] {"region number " + i, Integer.toString(i), i + ".25"};
        }
        return answer(List.of("region", "events", "amount"), List.of(ColumnType.TEXT, ColumnType.INT8, AMOUNT), values);
    }

    /** An answer of these columns; values row by row, as PostgreSQL prints them, null for null. */
    static Answer answer(List<String> names, List<ColumnType> types, @Nullable String[][] rows) {
        List<Answer.Column> columns = new ArrayList<>();
        for (int column = 0; column < names.size(); column++) {
            byte[][] values = new byte[rows.length][];
            for (int row = 0; row < rows.length; row++) {
                String text = rows[row][column];
                if (text != null) {
                    values[row] = TestRows.value(types.get(column), text);
                }
            }
            columns.add(new Answer.Column(names.get(column), types.get(column), values));
        }
        return new Answer(columns, rows.length);
    }

    /** An answered ask. */
    static Outcome ok(Answer answer) {
        return new Outcome.Ok(new Answered(answer, LSN, AS_OF));
    }

    /** A status in which everything is set but the failure. */
    static Status status(Status.State state, @Nullable String reason) {
        return new Status(
                state,
                reason,
                AS_OF,
                0.4,
                LSN,
                Lsn.parse("0/16B3750"),
                8L,
                1,
                Instant.parse("2026-11-13T09:00:00Z"),
                Instant.parse("2026-11-13T09:00:02.5Z"),
                null,
                List.of(
                        new Status.TableLoad(Specs.table("app.accounts"), 3, -1, 0.0123, true),
                        new Status.TableLoad(Specs.table("app.events"), 1_200_000, 4_000_000, 1.9, false)),
                new Status.Joined(1_000_000, 9_000_000, 2.5, false),
                17,
                42,
                5,
                2,
                1,
                new Opened.Server("17.7", "app", "straum", "straum_1"),
                4096);
    }

    /** A status in which nothing has been followed yet, after a failure. */
    static Status failed() {
        return failed(Instant.parse("2026-11-13T10:00:05Z"));
    }

    /** The same, with that next start, or none. */
    static Status failed(@Nullable Instant nextStartAt) {
        return new Status(
                Status.State.WAITING,
                "the connection was refused; trying again at 2026-11-13T10:00:05Z",
                null,
                null,
                null,
                null,
                null,
                0,
                Instant.parse("2026-11-13T09:00:00Z"),
                null,
                new Failure(Instant.parse("2026-11-13T10:00:00Z"), "the connection was refused", true, nextStartAt),
                List.of(),
                null,
                0,
                0,
                0,
                0,
                0,
                null,
                0);
    }

    @Override
    public Spec spec() {
        return Specs.usage();
    }

    @Override
    public Outcome ask(Ask ask, BooleanSupplier isGone) {
        return onAsk.apply(ask);
    }

    @Override
    public @Nullable Outcome askAtOnce(Ask ask) {
        return onAskAtOnce.apply(ask);
    }

    @Override
    public Outcome check(Ask ask) {
        return onCheck.apply(ask);
    }

    @Override
    public Outcome rows(String view, int maxRows) {
        return ok(answer(List.of("bucket", "kind"), List.of(ColumnType.TIMESTAMPTZ, ColumnType.TEXT), new String[][] {
            {"2026-11-13 09:00:00+00", view + " " + maxRows}
        }));
    }

    @Override
    public CompletableFuture<Boolean> whenReached(Lsn lsn, Duration timeout) {
        return onWait.apply(lsn, timeout);
    }

    @Override
    public Held held() {
        return new Held(
                List.of(new Held.View(
                        "usage",
                        Specs.table("app.events"),
                        List.of(
                                new Held.HeldLevel(new Width(3600), 24, 1200),
                                new Held.HeldLevel(new Width(Width.DAY), 1, 90)),
                        1700,
                        350,
                        50,
                        5000,
                        1_763_024_400L,
                        1_763_107_200L,
                        ColumnType.TIMESTAMPTZ,
                        List.of(new Held.HeldColumn("kind", ColumnType.TEXT)),
                        List.of(
                                new Held.HeldColumn("events", ColumnType.INT8),
                                new Held.HeldColumn("amount", ColumnType.NUMERIC)),
                        123_456)),
                List.of(new Held.HeldDim(Specs.table("app.accounts"), List.of("id"), 3, 100)));
    }

    @Override
    public Status status() {
        return status;
    }
}
