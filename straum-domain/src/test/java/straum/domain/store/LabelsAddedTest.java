package straum.domain.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.testing.RowStore;
import straum.domain.testing.Specs;
import straum.domain.testing.TestRows;
import straum.domain.testing.TestTypes;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** A store whose enums gain labels: from then on it is as one that has had them from the beginning. */
class LabelsAddedTest {
    private static final List<String> OLD = List.of("sad", "ok", "happy");
    private static final String AT = "2026-11-13 09:05:00+00";

    private final Spec spec = Specs.of(Specs.fact("v", "app.t", "at")
            .key("mood")
            .join("d", "app.d", Ref.Kind.SEMI, above("sad"), "id", "id")
            .count("rows")
            .measure(new Measure("least", new Aggregate(Aggregate.Kind.MIN, "mood")))
            .measure(new Measure("most", new Aggregate(Aggregate.Kind.MAX, "mood")))
            .measure(new Measure("middle", new Aggregate(Aggregate.Kind.PERCENTILE_DISC, "mood", 0.5, false)))
            .where(above("sad"))
            .build());

    private static Condition<String, Literal> above(String label) {
        return new Condition.Compare<>("mood", Condition.Operator.GREATER_OR_EQUAL, new Literal.Text(label), false);
    }

    private TestTypes types(List<String> labels) {
        ColumnType mood = ColumnType.enumOf("mood", labels);
        return TestTypes.of(spec)
                .column("app.t", "at", ColumnType.TIMESTAMPTZ)
                .column("app.t", "id", ColumnType.INT4)
                .column("app.t", "mood", mood)
                .column("app.d", "id", ColumnType.INT4)
                .column("app.d", "mood", mood);
    }

    private Store store(TestTypes types) {
        Store store = new Store(spec);
        for (String table : List.of("app.d", "app.t")) {
            store.setTypes(spec.table(Specs.table(table)), types.table(table));
        }
        return store;
    }

    private void add(Store store, TestTypes types, String table, String... labels) {
        List<String> columns = spec.tables().get(spec.table(Specs.table(table))).columns();
        TestRows rows = TestRows.of(types.table(table));
        for (String label : labels) {
            rows.row(columns.stream()
                    .map(column -> column.equals("at") ? AT : column.equals("id") ? "1" : label)
                    .toArray(String[]::new));
        }
        store.addRows(spec.table(Specs.table(table)), rows.rows());
    }

    private static List<List<List<String>>> answers(Store store) throws Exception {
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        List<CheckedAsk.Column> columns = new ArrayList<>();
        for (int measure = 0; measure < 4; measure++) {
            measures.add(new CheckedAsk.Asked(measure, null));
            columns.add(new CheckedAsk.Column.OfMeasure("m" + measure, measure));
        }
        CheckedAsk all = new CheckedAsk(0, columns, List.of(), measures, null, Long.MIN_VALUE, Long.MAX_VALUE);
        List<CheckedAsk.Column> keyed = new ArrayList<>(columns);
        keyed.add(new CheckedAsk.Column.OfKey("mood", 0));
        CheckedAsk byMood = new CheckedAsk(
                0,
                keyed,
                List.of(new CheckedAsk.Grouping.ByKey(0)),
                measures,
                new Condition.Compare<>(0, Condition.Operator.LESS, new Literal.Text("happy"), false),
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        CheckedAsk byTime = new CheckedAsk(
                0,
                columns,
                List.of(new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket())),
                measures,
                null,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        List<List<List<String>>> answers = new ArrayList<>();
        for (CheckedAsk ask : List.of(all, byMood, byTime)) {
            answers.add(RowStore.texts(store.ask(ask, 100, Long.MAX_VALUE)));
        }
        return answers;
    }

    @ParameterizedTest
    @CsvSource({"'new,sad,ok,happy'", "'sad,new,ok,happy'", "'sad,ok,new,happy'", "'sad,ok,happy,new'"})
    void aLabelAddedAnywhereIsInItsPlaceInAllThatIsOrderedAndTested(String labels) throws Exception {
        TestTypes before = types(OLD);
        TestTypes after = types(List.of(labels.split(",")));
        Store gained = store(before);
        Store whole = store(after);
        for (Store each : List.of(gained, whole)) {
            TestTypes own = each == gained ? before : after;
            add(each, own, "app.d", "ok");
            add(each, own, "app.t", "sad", "ok", "happy", "ok");
        }

        for (String table : List.of("app.d", "app.t")) {
            gained.addLabels(spec.table(Specs.table(table)), after.table(table));
        }
        assertThat(answers(gained)).isEqualTo(answers(whole));
        for (Store each : List.of(gained, whole)) {
            add(each, after, "app.d", "new");
            add(each, after, "app.t", "new", "sad", "new", "new");
        }

        assertThat(answers(gained)).isEqualTo(answers(whole));
    }

    @ParameterizedTest
    @CsvSource({"'new,sad,ok,happy', 0", "'sad,ok,happy,new', 1"})
    void aDimsConditionIsTestedByTheNewOrder(String labels, String rows) throws Exception {
        TestTypes after = types(List.of(labels.split(",")));
        Store gained = store(types(OLD));
        add(gained, types(OLD), "app.t", "ok");
        gained.bind();
        for (String table : List.of("app.d", "app.t")) {
            gained.addLabels(spec.table(Specs.table(table)), after.table(table));
        }

        add(gained, after, "app.d", "new");
        gained.settle();

        assertThat(gained.boundCells(0).isCurrent()).isTrue();
        assertThat(answers(gained).get(0).get(0).get(0)).isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource({"'ok,sad,happy'", "'sad,happy'", "'sad,ok,glad'", "'sad,ok,glad,new'"})
    void labelsMovedGoneOrRenamedAreNoneAdded(String labels) {
        TestTypes after = types(List.of(labels.split(",")));
        Store store = store(types(OLD));
        int table = spec.table(Specs.table("app.t"));

        assertThatThrownBy(() -> store.addLabels(table, after.table("app.t")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("app.t has other types");
    }

    @Test
    void anotherTypeIsNoLabelAdded() {
        TestTypes after = types(OLD).column("app.t", "id", ColumnType.INT8);
        Store store = store(types(OLD));
        int table = spec.table(Specs.table("app.t"));

        assertThatThrownBy(() -> store.addLabels(table, after.table("app.t")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
