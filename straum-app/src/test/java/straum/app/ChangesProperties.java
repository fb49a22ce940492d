package straum.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;
import straum.app.Changes.Kind;
import straum.domain.spec.Spec;
import straum.domain.testing.Specs;
import straum.domain.value.Rows;

/** Changes come out as they went in, whatever their size, and take what they say they take. */
class ChangesProperties {
    private static final Spec SPEC = Specs.usage();
    private static final int CHUNK = 128 << 10;

    private final ChangesBuilder builder = new ChangesBuilder(SPEC);
    private final ChangesReader reader = new ChangesReader();

    /** A change; a row is its values, null for null. */
    record Change(Kind kind, int table, List<List<byte @Nullable []>> rows) {
        @Override
        public String toString() {
            return kind + " " + table + " "
                    + rows.stream()
                            .map(row -> row.stream()
                                    .map(value -> value == null ? "null" : value.length + ":" + Arrays.hashCode(value))
                                    .toList())
                            .toList();
        }
    }

    @Property(tries = 300)
    void changesComeOutAsTheyWentIn(@ForAll("transactions") List<List<Change>> transactions) {
        for (List<Change> transaction : transactions) {
            transaction.forEach(this::add);
            assertThat(builder.size()).isEqualTo(transaction.size());
            long built = builder.heldBytes();
            Changes changes = builder.done();
            assertThat(builder.size()).isZero();
            assertThat(builder.heldBytes()).isZero();
            assertThat(changes.size()).isEqualTo(transaction.size());
            assertThat(changes.heldBytes()).isBetween(built, built + 100);
            for (int table = 0; table < SPEC.tables().size(); table++) {
                int of = table;
                assertThat(changes.truncates(table))
                        .isEqualTo(transaction.stream()
                                .anyMatch(change -> change.kind() == Kind.TRUNCATE && change.table() == of));
            }
            assertThat(read(changes).toString()).isEqualTo(transaction.toString());
            assertThat(read(changes).toString()).as("again").isEqualTo(transaction.toString());
        }
    }

    private void add(Change change) {
        if (change.kind() == Kind.TRUNCATE) {
            builder.truncate(change.table());
            return;
        }
        Rows rows = builder.rows(change.table());
        for (List<byte @Nullable []> row : change.rows()) {
            rows.addRow();
            for (int column = 0; column < row.size(); column++) {
                byte[] value = row.get(column);
                if (value != null) {
                    rows.set(column, value, 0, value.length);
                }
            }
        }
        builder.add(change.kind(), change.table());
    }

    private List<Change> read(Changes changes) {
        List<Change> read = new ArrayList<>();
        reader.begin(changes);
        while (reader.next()) {
            List<List<byte @Nullable []>> rows = new ArrayList<>();
            int count = reader.kind() == Kind.TRUNCATE ? 0 : reader.rows().size();
            for (int row = 0; row < count; row++) {
                rows.add(row(reader.rows(), row));
            }
            read.add(new Change(reader.kind(), reader.table(), rows));
        }
        reader.end();
        assertThat(reader.next()).isFalse();
        return read;
    }

    private static List<byte @Nullable []> row(Rows rows, int row) {
        List<byte @Nullable []> values = new ArrayList<>();
        for (int column = 0; column < rows.columns(); column++) {
            int start = rows.start(row, column);
            values.add(
                    rows.isNull(row, column)
                            ? null
                            : Arrays.copyOfRange(rows.bytes(), start, start + rows.length(row, column)));
        }
        return values;
    }

    /** An update that changes one value of many takes little more than its old row. */
    @Example
    void whatAnUpdateLeavesAsItIsIsHeldOnce() {
        byte[] note = new byte[1000];
        List<byte @Nullable []> old = new ArrayList<>();
        for (String column : SPEC.tables().get(1).columns()) {
            old.add(column.isEmpty() ? null : note);
        }
        List<byte @Nullable []> now = new ArrayList<>(old);
        now.set(0, new byte[] {1});
        add(new Change(Kind.UPDATE, 1, List.of(old, now)));
        assertThat(builder.heldBytes()).isLessThan(old.size() * (1000L + 3) + 10);
    }

    /** What is held grows by chunks, and is at most a chunk and what is in it. */
    @Example
    void manySmallChangesTakeHardlyMoreThanTheirBytes() {
        int changes = 100_000;
        byte[] value = new byte[20];
        List<byte @Nullable []> row = new ArrayList<>();
        SPEC.tables().get(1).columns().forEach(column -> row.add(value));
        for (int i = 0; i < changes; i++) {
            add(new Change(Kind.INSERT, 1, List.of(row)));
        }
        long bytes = changes * (21L * row.size() + 2);
        assertThat(builder.heldBytes()).isBetween(bytes, bytes + bytes / 1000);
        assertThat(builder.done().heldBytes()).isBetween(bytes, bytes + bytes / 1000 + CHUNK);
    }

    @Example
    void aChangeWithoutItsRowsIsAMistake() {
        builder.rows(0).addRow();
        assertThatThrownBy(() -> builder.add(Kind.UPDATE, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> builder.add(Kind.INSERT, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Provide
    Arbitrary<List<List<Change>>> transactions() {
        return change().list().ofMaxSize(60).list().ofMinSize(1).ofMaxSize(4);
    }

    private static Arbitrary<Change> change() {
        return Combinators.combine(
                        Arbitraries.of(Kind.values()),
                        Arbitraries.integers().between(0, SPEC.tables().size() - 1))
                .flatAs((kind, table) -> {
                    int columns = SPEC.tables().get(table).columns().size();
                    int rows = kind == Kind.TRUNCATE ? 0 : kind == Kind.UPDATE ? 2 : 1;
                    return value().list()
                            .ofSize(columns)
                            .list()
                            .ofSize(rows)
                            .map(made -> new Change(kind, table, made));
                });
    }

    /** Few values, so that updates leave some as they are; of lengths about which numbers and chunks grow. */
    private static Arbitrary<byte @Nullable []> value() {
        return Arbitraries.frequencyOf(
                Tuple.of(
                        20,
                        Combinators.combine(
                                        Arbitraries.integers().between(0, 12),
                                        Arbitraries.bytes().between((byte) 0, (byte) 1))
                                .as(ChangesProperties::filled)),
                Tuple.of(
                        2,
                        Combinators.combine(Arbitraries.of(125, 126, 127, 16_381, 16_382), Arbitraries.of((byte) 7))
                                .as(ChangesProperties::filled)),
                Tuple.of(
                        1,
                        Combinators.combine(
                                        Arbitraries.integers().between(CHUNK - 30, CHUNK + 5), Arbitraries.of((byte) 9))
                                .as(ChangesProperties::filled)),
                Tuple.of(5, Arbitraries.just(null)));
    }

    private static byte[] filled(int length, byte with) {
        byte[] value = new byte[length];
        Arrays.fill(value, with);
        return value;
    }
}
