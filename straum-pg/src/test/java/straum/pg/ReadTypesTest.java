package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import straum.app.Lsn;
import straum.domain.value.ColumnType;
import straum.pg.pgoutput.NewLabels;

class ReadTypesTest {
    private static final Lsn READING = new Lsn(100);
    private static final Lsn BEFORE = new Lsn(100);
    private static final Lsn AFTER = new Lsn(101);

    private final Fingerprint loaded =
            new Fingerprint(List.of(label(0, 1, 2, "ok", 5), label(0, 1, 1, "sad", 5), label(1, 1, 1, "sad", 5)));
    private final ReadTypes types = new ReadTypes(List.of(
            new ColumnType[] {ColumnType.INT4, ColumnType.enumOf("mood", List.of("sad", "ok"))},
            new ColumnType[] {ColumnType.INT4, ColumnType.enumOf("mood", List.of("sad"))}));

    private static Fingerprint.Line label(int table, int column, float rank, String text, int version) {
        return new Fingerprint.Line(
                "the enum of t" + table,
                text + " " + rank + " " + version,
                table,
                new Fingerprint.Label(column, rank, text));
    }

    /** Has a later reading see these lines as well, and answers what it holds for labels added. */
    private List<Fingerprint.Line> add(Fingerprint.Line... lines) {
        List<Fingerprint.Line> added =
                loaded.changed(loaded.with(List.of(lines))).labelsAdded();
        types.add(added, loaded.with(added), READING);
        return added;
    }

    private boolean knows(int table, String text, Lsn commit) {
        return types.knows(new NewLabels.Label(table, 1, text, commit));
    }

    @Test
    void aLabelIsToldOnceInItsPlace() {
        assertThat(types.tell()).isNull();

        add(label(0, 1, 1.5f, "so so", 6));

        List<ColumnType[]> told = new ArrayList<>();
        assertThat(types.isUntold()).isTrue();
        assertThat(types.tell()).satisfies(told::addAll);
        assertThat(told.get(0)[1].labels()).containsExactly("sad", "so so", "ok");
        assertThat(told.get(1)[1].labels()).containsExactly("sad");
        assertThat(types.isUntold()).isFalse();
        assertThat(types.tell()).isNull();
    }

    @Test
    void oneLabelCountsInRowsFromBeforeTheReadingToo() {
        add(label(0, 1, 3, "great", 6), label(1, 1, 3, "fine", 6));

        assertThat(knows(0, "great", BEFORE)).isTrue();
        assertThat(knows(1, "fine", BEFORE)).isTrue();
        assertThat(knows(0, "fine", AFTER)).isFalse();
    }

    /** Between two readings two new labels can have been given each other's names. */
    @Test
    void ofSeveralLabelsAtOnceNoneCountsInRowsFromBeforeTheReading() {
        add(label(0, 1, 3, "great", 6), label(0, 1, 4, "superb", 7));

        assertThat(knows(0, "great", BEFORE)).isFalse();
        assertThat(knows(0, "superb", BEFORE)).isFalse();
        assertThat(knows(0, "great", AFTER)).isTrue();
        assertThat(knows(0, "superb", AFTER)).isTrue();
    }

    @Test
    void whereALabelWentOrItsRowWasTouchedNoneIsAdded() {
        Fingerprint touched = new Fingerprint(List.of(
                label(0, 1, 3, "great", 6),
                label(0, 1, 2, "ok", 6),
                label(0, 1, 1, "sad", 5),
                label(1, 1, 1, "sad", 5)));

        Fingerprint.Change change = loaded.changed(touched);

        assertThat(change.labelsAdded()).isEmpty();
        assertThat(change.gone()).containsExactly(label(0, 1, 2, "ok", 5));
    }

    @Test
    void theFingerprintWithThemHashesAsTheServerDoes() {
        Fingerprint later = new Fingerprint(List.of(
                label(0, 1, 3, "great", 6),
                label(0, 1, 2, "ok", 5),
                label(0, 1, 1, "sad", 5),
                label(1, 1, 1, "sad", 5)));

        assertThat(loaded.with(List.of(label(0, 1, 3, "great", 6))).hash()).isEqualTo(later.hash());
    }
}
