package straum.pg.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static straum.pg.pgoutput.Made.NULL;
import static straum.pg.pgoutput.Made.int4Value;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;

/** Invariant 1: a commit leaves the decoder whole, with all it changed in the order it did, and never before its end. */
class WholeTransactionsProperties {
    private static final int OTHER = 6000;
    private static final int ACCOUNTS = 5000;

    private final Spec spec = Recording.spec();
    private final Layout accounts = Recording.LAYOUTS.get(0);

    /** One change, to the accounts or to a table that the spec does not read. */
    record Change(char kind, boolean ours, int id) {}

    @Property
    void aStreamCutAnywhereTellsTheWholeTransactionsBeforeTheCutAndNoOther(
            @ForAll("transactions") List<List<Change>> transactions, @ForAll("cuts") double cut)
            throws SourceException {
        List<byte[]> messages = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        messagesOf(transactions, messages, ends);
        int read = (int) (cut * messages.size());

        Decoder decoder = new Decoder(spec, Recording.LAYOUTS, Lsn.ZERO, Limits.defaults(), new NewLabels());
        List<Event> told = new ArrayList<>();
        for (byte[] message : messages.subList(0, read)) {
            Event event = decoder.read(message, 0, message.length);
            if (event != null) {
                told.add(event);
            }
        }

        int whole = (int) ends.stream().filter(end -> end < read).count();
        assertThat(told).hasSize(whole);
        for (int i = 0; i < whole; i++) {
            assertThat(Told.changes(spec, Recording.LAYOUTS, told.get(i))).isEqualTo(model(transactions.get(i)));
            assertThat(told.get(i).end()).isEqualTo(new Lsn(endOf(i)));
            assertThat(told.get(i) instanceof Event.Nothing)
                    .isEqualTo(model(transactions.get(i)).isEmpty());
        }
        assertThat(decoder.end()).isEqualTo(new Lsn(whole == 0 ? 0 : endOf(whole - 1)));
    }

    /** What the spec sees of a transaction, a line a change. */
    private static List<String> model(List<Change> transaction) {
        List<String> lines = new ArrayList<>();
        for (Change change : transaction) {
            if (change.ours()) {
                String row = "[" + change.id() + ", null, null, null]";
                lines.add(
                        switch (change.kind()) {
                            case 'I' -> "INSERT accounts " + row;
                            case 'D' -> "DELETE accounts " + row;
                            case 'U' -> "UPDATE accounts " + row + " to [" + -change.id() + ", null, null, null]";
                            default -> "TRUNCATE accounts";
                        });
            }
        }
        return lines;
    }

    private void messagesOf(List<List<Change>> transactions, List<byte[]> messages, List<Integer> ends) {
        for (int i = 0; i < transactions.size(); i++) {
            messages.add(Made.begin(endOf(i) - 8, i));
            messages.add(Made.relation(OTHER, new TableName("app", "other"), 'd', List.of()));
            messages.add(Made.relation(ACCOUNTS, accounts, 'f'));
            for (Change change : transactions.get(i)) {
                messages.add(message(change));
            }
            ends.add(messages.size());
            messages.add(Made.commit(endOf(i) - 8, endOf(i), i));
        }
    }

    private static byte[] message(Change change) {
        int oid = change.ours() ? ACCOUNTS : OTHER;
        byte[][] row = {int4Value(change.id()), NULL, NULL, NULL};
        byte[][] negated = {int4Value(-change.id()), NULL, NULL, NULL};
        return switch (change.kind()) {
            case 'I' -> Made.insert(oid, row);
            case 'D' -> Made.delete(oid, 'O', row);
            case 'U' -> Made.update(oid, 'O', row, negated);
            default -> Made.truncate(OTHER, oid);
        };
    }

    private static long endOf(int transaction) {
        return 1000 + 100L * transaction;
    }

    @Provide
    Arbitrary<List<List<Change>>> transactions() {
        Arbitrary<Change> change = Combinators.combine(
                        Arbitraries.of('I', 'U', 'D', 'T'),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(1, 1000))
                .as(Change::new);
        return change.list().ofMaxSize(8).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<Double> cuts() {
        return Arbitraries.doubles().between(0, 1);
    }
}
