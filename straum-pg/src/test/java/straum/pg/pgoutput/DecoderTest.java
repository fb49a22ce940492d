package straum.pg.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static straum.pg.pgoutput.Made.NULL;
import static straum.pg.pgoutput.Made.UNCHANGED;
import static straum.pg.pgoutput.Made.int4Value;
import static straum.pg.pgoutput.Made.utf8;
import static straum.pg.pgoutput.Recording.LAYOUTS;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import straum.app.Event;
import straum.app.Limits;
import straum.app.Lsn;
import straum.app.SourceException;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.value.ColumnType;

class DecoderTest {
    private static final Layout ACCOUNTS = LAYOUTS.get(0);
    private static final int OID = 5000;

    private final Spec spec = Recording.spec();
    private Decoder decoder = Recording.decoder();
    private long lsn = 1000;

    @Test
    void aRecordingDecodesIntoItsTransactions() throws SourceException {
        List<Event> events = new ArrayList<>();
        List<byte[]> messages = Recording.messages();
        SourceException refused = null;
        int read = 0;
        while (refused == null) {
            try {
                Event event = read(messages.get(read++));
                if (event != null) {
                    events.add(event);
                }
            } catch (SourceException e) {
                refused = e;
            }
        }
        String toast = "t".repeat(2500);
        assertThat(events.stream().map(event -> Told.changes(spec, LAYOUTS, event)))
                .containsExactly(
                        List.of(
                                "INSERT accounts [7, eu-1, happy, 1]",
                                "INSERT accounts [18, null, null, null]",
                                "INSERT events [847875900000000, purchase, 7, 0.0, null]",
                                "INSERT events [9223372036854775807, signup, 18, NaN, " + toast + "]"),
                        List.of(
                                "UPDATE events [9223372036854775807, signup, 18, NaN, " + toast
                                        + "] to [9223372036854775807, signup, 18, 1.5, " + toast + "]",
                                "DELETE events [847875900000000, purchase, 7, 0.0, null]"),
                        List.of(),
                        List.of(),
                        List.of("UPDATE accounts [7, eu-1, happy, 1] to [7, eu-1, happy, 0]"),
                        List.of("TRUNCATE events", "TRUNCATE accounts", "INSERT events [null, null, null, null, null]"),
                        List.of("INSERT part [847875900000000]"));
        assertThat(events.get(0).end()).isEqualTo(Lsn.parse("0/1996768"));
        assertThat(events.get(2)).isEqualTo(new Event.Nothing(Lsn.parse("0/1997430")));
        assertThat(((Event.Commit) events.get(4)).time()).isEqualTo(Instant.parse("2026-11-13T09:00:00Z"));
        assertThat(refused)
                .hasMessageContaining("app.part_high, a partition of app.part")
                .hasMessageContaining("ALTER TABLE \"app\".\"part_high\" REPLICA IDENTITY FULL");
    }

    @Test
    void nothingLeavesBeforeTheCommit() throws SourceException {
        assertThat(read(begin())).isNull();
        assertThat(read(relation())).isNull();
        assertThat(read(insert(7))).isNull();
        assertThat(decoder.inTransaction()).isTrue();
        assertThat(read(commit())).isInstanceOf(Event.Commit.class);
        assertThat(decoder.inTransaction()).isFalse();
        assertThat(decoder.end()).isEqualTo(new Lsn(lsn));
    }

    @Test
    void anUnchangedValueIsTheOldRows() throws SourceException {
        byte[][] old = {int4Value(7), utf8("eu-1    "), utf8("ok"), {1}};
        byte[][] row = {int4Value(8), UNCHANGED, UNCHANGED, {0}};
        assertThat(changes(relation(), Made.update(OID, 'O', old, row)))
                .containsExactly("UPDATE accounts [7, eu-1, ok, 1] to [8, eu-1, ok, 0]");
    }

    @Test
    void anUpdateWithAKeyOnlyIsRefused() {
        byte[][] row = {int4Value(7), NULL, NULL, NULL};
        assertRefused("REPLICA IDENTITY FULL", relation(), Made.update(OID, 'K', row, row));
    }

    @Test
    void anUpdateWithoutAnOldRowIsRefused() {
        assertRefused(
                "app.accounts came without its whole old row",
                relation(),
                Made.updateWithoutOld(OID, int4Value(7), NULL, NULL, NULL));
    }

    @Test
    void anOldRowOfATableWithoutFullIdentityIsRefused() {
        assertRefused(
                "ALTER TABLE \"app\".\"accounts\" REPLICA IDENTITY FULL",
                Made.relation(OID, ACCOUNTS, 'd'),
                Made.delete(OID, 'O', int4Value(7), NULL, NULL, NULL));
    }

    @Test
    void insertsNeedNoIdentity() throws SourceException {
        assertThat(changes(Made.relation(OID, ACCOUNTS, 'n'), insert(7))).hasSize(1);
    }

    @Test
    void aRelationThatFollowsAnotherInATruncateIsNoPartition() throws SourceException {
        byte[] other = Made.relation(6000, new TableName("app", "other"), 'd', List.of());
        assertThat(changes(relation(), other, Made.truncate(OID, 6000), insert(7)))
                .containsExactly("TRUNCATE accounts", "INSERT accounts [7, null, null, null]");
    }

    @Test
    void aReadColumnOfAnotherTypeReadsDifferently() {
        assertRefused("column code has another type", accountsWith(1, "code", 25, -1));
    }

    @Test
    void aReadColumnOfAnotherModifierReadsDifferently() {
        assertRefused("column code has another type", accountsWith(1, "code", 1042, 13));
    }

    @Test
    void aReadColumnThatIsGoneReadsDifferently() {
        assertRefused("column mood is gone", accountsWith(2, "moods", 16396, -1));
    }

    @Test
    void columnsAreFoundByTheirNamesWhateverTheOrder() throws SourceException {
        List<RelationMessage.Column> columns = new ArrayList<>(columns());
        columns.add(0, new RelationMessage.Column("new", 25, -1));
        columns.add(columns.remove(1));
        assertThat(changes(
                        Made.relation(OID, ACCOUNTS.name(), 'f', columns),
                        Made.insert(OID, utf8("x"), utf8("eu"), utf8("ok"), new byte[] {1}, int4Value(7))))
                .containsExactly("INSERT accounts [7, eu, ok, 1]");
    }

    @Test
    void aTableRenamedIsRefused() throws SourceException {
        assertThat(changes(relation(), insert(7))).hasSize(1);
        assertRefused(
                "app.accounts has been renamed to app.gone",
                Made.relation(OID, new TableName("app", "gone"), 'f', columns()));
    }

    @Test
    void aTableMadeAgainIsRefused() throws SourceException {
        assertThat(changes(relation(), insert(7))).hasSize(1);
        decoder.newSession();
        assertRefused("app.accounts is another table", Made.relation(OID + 1, ACCOUNTS, 'f'));
    }

    @Test
    void aChangeOfARelationThatTheSessionHasNotNamedIsRefused() throws SourceException {
        assertThat(changes(relation(), insert(7))).hasSize(1);
        decoder.newSession();
        assertRefused("no relation of OID 5000 has been named", insert(7));
    }

    @Test
    void aSessionThatEndsWithinATransactionIsRefused() throws SourceException {
        read(begin());
        assertThatThrownBy(() -> decoder.newSession()).isInstanceOf(SourceException.class);
    }

    @Test
    void aLabelThatTheEnumDidNotHaveIsToldOnceWithTheFirstTransactionThatHasIt() throws SourceException {
        NewLabels newLabels = new NewLabels();
        decoder = new Decoder(spec, LAYOUTS, Lsn.ZERO, Limits.defaults(), newLabels);
        int accounts = ACCOUNTS.table();

        readAll(begin(), relation(), labelled("happy"), commit());
        Lsn without = decoder.end();
        readAll(begin(), labelled("glad"), labelled("glad"), labelled("merry"), commit());
        Lsn first = decoder.end();
        readAll(begin(), labelled("merry"), labelled("zany"), commit());

        assertThat(newLabels.upTo(without)).isEmpty();
        assertThat(newLabels.upTo(first))
                .containsExactly(
                        new NewLabels.Label(accounts, 2, "glad", first),
                        new NewLabels.Label(accounts, 2, "merry", first));
        assertThat(newLabels.upTo(first)).isEmpty();
        assertThat(newLabels.upTo(decoder.end()))
                .containsExactly(new NewLabels.Label(accounts, 2, "zany", decoder.end()));
    }

    private static byte[] labelled(String mood) {
        return Made.insert(OID, int4Value(7), NULL, utf8(mood), NULL);
    }

    @Test
    void anIntegerOfFiveBytesIsRefused() {
        assertRefused(
                "app.accounts.id is of type int4, and 5 bytes cannot be read as that",
                relation(),
                Made.insert(OID, new byte[5], NULL, NULL, NULL));
    }

    @Test
    void aBoolOfTwoIsRefused() {
        assertRefused("app.accounts.open", relation(), Made.insert(OID, int4Value(7), NULL, NULL, new byte[] {2}));
    }

    @Test
    void aRowOfAnotherNumberOfColumnsIsRefused() {
        assertRefused("a row of 1 columns instead of 4", relation(), Made.insert(OID, int4Value(7)));
    }

    @Test
    void aValueOfATypeWithoutASendFunctionComesAsText() throws SourceException {
        Layout layout = Made.layout(2, Recording.PART, 1033, ColumnType.other("aclitem"));
        decoder = new Decoder(spec, List.of(layout), Lsn.ZERO, Limits.defaults(), new NewLabels());
        Event event = readAll(begin(), Made.relation(OID, layout, 'f'), Made.insertText(OID, "a=r/b"), commit());
        assertThat(Told.changes(spec, List.of(layout, layout, layout), event))
                .containsExactly("INSERT part [613d722f62]");
    }

    @Test
    void aCommitOfAnotherTransactionIsRefused() {
        assertThatThrownBy(() -> readAll(begin(), Made.commit(lsn - 11, lsn + 1, 5)))
                .hasMessageContaining("is not the one that began");
    }

    @Test
    void aTransactionThatDoesNotEndAfterTheLastIsRefused() throws SourceException {
        readAll(begin(), commit());
        lsn -= 10;
        assertThatThrownBy(() -> readAll(begin(), commit())).hasMessageContaining("is not after the last one");
    }

    @Test
    void aChangeOutsideATransactionIsRefused() throws SourceException {
        read(relation());
        assertThatThrownBy(() -> read(insert(7)))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("no transaction has begun (after 0/0)");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void p9RowsUpToTheLimitPassAndOneMoreIsRefusedAtOnce(int limit) throws SourceException {
        for (int rows = 1; rows <= limit; rows++) {
            assertThat(commitOf(rows, limits(limit, Long.MAX_VALUE))).hasSize(rows);
        }
        SourceException refused = refusedAtRow(limit + 1, limits(limit, Long.MAX_VALUE));
        assertThat(refused)
                .hasMessageContaining("the transaction with xid 77 changes more than " + limit + " rows")
                .hasMessageContaining("--max-transaction-rows")
                .hasMessageContaining("in the transaction that commits at 0/");
        assertThat(refused.kind()).isEqualTo(SourceException.Kind.OVER_LIMIT);
    }

    @Test
    void p9ATruncateCountsAsARow() throws SourceException {
        decoder = new Decoder(spec, LAYOUTS, Lsn.ZERO, limits(2, Long.MAX_VALUE), new NewLabels());
        assertThat(changes(relation(), Made.truncate(OID), Made.truncate(OID))).hasSize(2);
        read(begin());
        read(insert(1));
        read(Made.truncate(OID));
        assertThatThrownBy(() -> read(Made.truncate(OID))).hasMessageContaining("changes more than 2 rows");
    }

    @Test
    void p9BytesUpToTheLimitPassAndOneMoreIsRefusedAtOnce() throws SourceException {
        long bytes = heldBy(100);
        assertThat(commitOf(100, limits(1_000, bytes + 1))).hasSize(100);
        assertThat(commitOf(100, limits(1_000, bytes))).hasSize(100);
        SourceException refused = refusedAtRow(100, limits(1_000, bytes - 1));
        assertThat(refused)
                .hasMessageContaining("the transaction with xid 77 takes more than " + (bytes - 1)
                        + " bytes of memory, with the first 100 rows that it changes")
                .hasMessageContaining("--max-transaction-bytes")
                .hasMessageContaining("in the transaction that commits at 0/");
        assertThat(refused.kind()).isEqualTo(SourceException.Kind.OVER_LIMIT);
    }

    /** What the decoder holds of a transaction of so many rows. */
    private long heldBy(int rows) throws SourceException {
        decoder = new Decoder(spec, LAYOUTS, Lsn.ZERO, limits(rows, Long.MAX_VALUE), new NewLabels());
        read(begin());
        read(relation());
        for (int i = 0; i < rows; i++) {
            read(insert(i));
        }
        return decoder.heldBytes();
    }

    /** The refusal of a transaction's row of that number, counted from 1, all before which pass. */
    private SourceException refusedAtRow(int row, Limits limits) throws SourceException {
        decoder = new Decoder(spec, LAYOUTS, Lsn.ZERO, limits, new NewLabels());
        read(begin());
        read(relation());
        for (int i = 0; i < row - 1; i++) {
            assertThat(read(insert(i))).isNull();
        }
        return catchThrowableOfType(SourceException.class, () -> read(insert(row - 1)));
    }

    /** P5: ids come round again, and nothing may hang on their order. */
    @Test
    void p5TransactionIdsMayComeRoundAgain() throws SourceException {
        for (int xid : new int[] {Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 3}) {
            lsn += 10;
            Event event = readAll(Made.begin(lsn - 1, 5, xid), relation(), insert(7), commit());
            assertThat(Told.changes(spec, LAYOUTS, event)).containsExactly("INSERT accounts [7, null, null, null]");
        }
        decoder = new Decoder(spec, LAYOUTS, Lsn.ZERO, limits(1, Long.MAX_VALUE), new NewLabels());
        assertThatThrownBy(() -> readAll(Made.begin(lsn - 1, 5, -1), relation(), insert(7), insert(8)))
                .hasMessageContaining("the transaction with xid 4294967295 changes more than 1 rows");
    }

    private static Limits limits(long rows, long bytes) {
        Limits defaults = Limits.defaults();
        return new Limits(
                defaults.maxLag(),
                defaults.maxRetainedWal(),
                rows,
                bytes,
                defaults.maxCells(),
                defaults.maxGroups(),
                defaults.maxAskBytes());
    }

    private List<String> commitOf(int rows, Limits limits) throws SourceException {
        decoder = new Decoder(spec, LAYOUTS, Lsn.ZERO, limits, new NewLabels());
        List<byte[]> messages = new ArrayList<>(List.of(begin(), relation()));
        for (int i = 0; i < rows; i++) {
            messages.add(insert(i));
        }
        for (byte[] message : messages) {
            assertThat(read(message)).isNull();
        }
        return Told.changes(spec, LAYOUTS, Objects.requireNonNull(read(commit())));
    }

    private void assertRefused(String message, byte[]... messages) {
        SourceException refused = catchThrowableOfType(SourceException.class, () -> changes(messages));
        assertThat(refused).hasMessageContaining(message).hasMessageContaining("in the transaction that commits at 0/");
        assertThat(refused.kind()).isEqualTo(SourceException.Kind.LOST);
    }

    private List<String> changes(byte[]... messages) throws SourceException {
        read(begin());
        for (byte[] message : messages) {
            assertThat(read(message)).isNull();
        }
        return Told.changes(spec, LAYOUTS, Objects.requireNonNull(read(commit())));
    }

    private Event readAll(byte[]... messages) throws SourceException {
        Event last = null;
        for (byte[] message : messages) {
            last = read(message);
        }
        return Objects.requireNonNull(last);
    }

    private @Nullable Event read(byte[] message) throws SourceException {
        return decoder.read(message, 0, message.length);
    }

    private byte[] begin() {
        lsn += 10;
        return Made.begin(lsn - 1, 5);
    }

    private byte[] commit() {
        return Made.commit(lsn - 1, lsn, 5);
    }

    private static byte[] relation() {
        return Made.relation(OID, ACCOUNTS, 'f');
    }

    private static byte[] insert(int id) {
        return Made.insert(OID, int4Value(id), NULL, NULL, NULL);
    }

    private static byte[] accountsWith(int place, String name, int typeOid, int typmod) {
        List<RelationMessage.Column> columns = new ArrayList<>(columns());
        columns.set(place, new RelationMessage.Column(name, typeOid, typmod));
        return Made.relation(OID, ACCOUNTS.name(), 'f', columns);
    }

    private static List<RelationMessage.Column> columns() {
        return ACCOUNTS.columns().stream()
                .map(column -> new RelationMessage.Column(column.name(), column.typeOid(), column.typmod()))
                .toList();
    }
}
