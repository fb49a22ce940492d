package straum.domain.ask;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Checks one ask: its names against the spec, then its values against the types. */
final class AskChecker {
    /** Where {@link CheckedAsk#BUCKET} is a key too, what stands for none. */
    private static final int NO_KEY = -2;

    private final Spec spec;
    private final Ask ask;
    private final int factIndex;
    private final Fact fact;

    /**
     * For an ask of a view the spec has.
     *
     * @throws AskException when it has no such view
     */
    AskChecker(Spec spec, Ask ask) throws AskException {
        this.spec = spec;
        this.ask = ask;
        this.factIndex = spec.fact(ask.view().text());
        if (factIndex < 0) {
            List<String> views = spec.facts().stream().map(Fact::name).toList();
            String hint = didYouMean(ask.view().text(), views, "the views are " + String.join(", ", views));
            throw new AskException(
                    new AskError.UnknownView(ask.view().text(), hint),
                    ask.view().place());
        }
        this.fact = spec.facts().get(factIndex);
    }

    /** The checked ask; null without types, when nothing is wrong so far. */
    @Nullable CheckedAsk check(@Nullable Types types) throws AskException {
        List<CheckedAsk.Column> columns = columns();
        int[] groupBy = groupBy();
        checkGrouped(columns, groupBy);
        int[] conditionKeys = conditionKeys();
        if (ask.from() == null && ask.to() == null && !ask.bucketNotNull()) {
            throw new AskException(new AskError.NoRange(), null);
        }
        if (types == null) {
            return null;
        }
        List<CheckedAsk.Test> tests = new ArrayList<>();
        for (int i = 0; i < conditionKeys.length; i++) {
            ColumnType type = CheckedAsk.keyType(spec, types, factIndex, conditionKeys[i]);
            tests.add(test(ask.conditions().get(i), conditionKeys[i], type));
        }
        ColumnType bucket = CheckedAsk.keyType(spec, types, factIndex, CheckedAsk.BUCKET);
        Bounds bounds = Bounds.of(ask.from(), ask.to(), bucket, fact.width());
        return new CheckedAsk(factIndex, List.copyOf(columns), groupBy, List.copyOf(tests), bounds.from(), bounds.to());
    }

    private List<CheckedAsk.Column> columns() throws AskException {
        if (ask.outputs().isEmpty()) {
            throw new AskException(new AskError.Unreadable("the ask puts nothing out", allNames()), null);
        }
        List<CheckedAsk.Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Ask.Output output : ask.outputs()) {
            Name name = output.name();
            if (!names.add(output.as())) {
                throw new AskException(new AskError.AskedTwice(output.as()), name.place());
            }
            int measure = fact.measure(name.text());
            columns.add(
                    measure >= 0
                            ? new CheckedAsk.Column.OfMeasure(output.as(), measure)
                            : new CheckedAsk.Column.OfKey(output.as(), outputKey(name)));
        }
        return columns;
    }

    private int outputKey(Name name) throws AskException {
        int key = key(name.text());
        if (key == NO_KEY) {
            Stream<String> measures = fact.measures().stream().map(Measure::name);
            List<String> names = Stream.concat(keyNames().stream(), measures).toList();
            throw unknown("key or measure", name, didYouMean(name.text(), names, allNames()));
        }
        return key;
    }

    private int[] groupBy() throws AskException {
        int[] groupBy = new int[ask.groupBy().size()];
        Set<Integer> grouped = new HashSet<>();
        for (int i = 0; i < groupBy.length; i++) {
            Name name = ask.groupBy().get(i);
            groupBy[i] = groupingKey(name);
            if (!grouped.add(groupBy[i])) {
                throw new AskException(new AskError.AskedTwice(name.text()), name.place());
            }
        }
        return groupBy;
    }

    /** The key of that name, or else the one put out under it: the order in which PostgreSQL looks (SELECT, GROUP BY). */
    private int groupingKey(Name name) throws AskException {
        int key = key(name.text());
        for (int i = 0; i < ask.outputs().size() && key == NO_KEY; i++) {
            Ask.Output output = ask.outputs().get(i);
            if (output.as().equals(name.text())) {
                key = key(output.name().text());
            }
        }
        if (key != NO_KEY) {
            return key;
        }
        if (fact.measure(name.text()) >= 0) {
            throw new AskException(
                    new AskError.Grouping(
                            name.text() + " is a measure, and only keys can be grouped by",
                            "leave it out of GROUP BY: measures are computed for each group"),
                    name.place());
        }
        throw unknown("key", name, didYouMean(name.text(), keyNames(), keysOfView()));
    }

    private void checkGrouped(List<CheckedAsk.Column> columns, int[] groupBy) throws AskException {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i) instanceof CheckedAsk.Column.OfKey column && !contains(groupBy, column.key())) {
                Name name = ask.outputs().get(i).name();
                throw new AskException(
                        new AskError.Grouping(
                                name.text() + " is put out and not grouped by", "add " + name.text() + " to GROUP BY"),
                        name.place());
            }
        }
    }

    private static boolean contains(int[] keys, int key) {
        for (int each : keys) {
            if (each == key) {
                return true;
            }
        }
        return false;
    }

    /** The key of each condition. */
    private int[] conditionKeys() throws AskException {
        int[] keys = new int[ask.conditions().size()];
        for (int i = 0; i < keys.length; i++) {
            Name name = ask.conditions().get(i).key();
            if (name.text().equals(Fact.BUCKET)) {
                throw new AskException(
                        new AskError.UnknownName("the bucket can only be bounded", "write bucket >= a AND bucket < b"),
                        name.place());
            }
            keys[i] = fact.key(name.text());
            if (keys[i] < 0 && fact.measure(name.text()) >= 0) {
                throw new AskException(
                        new AskError.UnknownName(
                                name.text() + " is a measure, and WHERE can only test keys", keysOfView()),
                        name.place());
            }
            if (keys[i] < 0) {
                throw unknown("key", name, didYouMean(name.text(), keyNames(), keysOfView()));
            }
        }
        return keys;
    }

    private static CheckedAsk.Test test(Condition condition, int key, ColumnType type) throws AskException {
        if (condition instanceof Condition.IsNull isNull) {
            return new CheckedAsk.Test.IsNull(key, isNull.negated());
        }
        if (condition instanceof Condition.OneOf oneOf) {
            List<byte[]> values = new ArrayList<>();
            for (Condition.Operand operand : oneOf.values()) {
                if (!(operand.value() instanceof Literal.Null)) {
                    values.add(TypedValue.of(condition.key().text(), type, operand));
                }
            }
            return new CheckedAsk.Test.OneOf(key, List.copyOf(values));
        }
        throw new AssertionError(condition);
    }

    private int key(String name) {
        int key = fact.key(name);
        return key >= 0 ? key : name.equals(Fact.BUCKET) ? CheckedAsk.BUCKET : NO_KEY;
    }

    private AskException unknown(String what, Name name, String hint) {
        Place place = name.place();
        return new AskException(
                new AskError.UnknownName(fact.name() + " has no " + what + " named " + name.text(), hint), place);
    }

    private static String didYouMean(String written, List<String> names, String otherwise) {
        String nearest = NearestName.of(written, names);
        return nearest == null ? otherwise : "did you mean " + nearest + "?";
    }

    /** The names that can be grouped by. */
    private List<String> keyNames() {
        return Stream.concat(fact.keys().stream().map(Key::name), Stream.of(Fact.BUCKET))
                .toList();
    }

    private String keysOfView() {
        return "the keys of " + fact.name() + " are " + String.join(", ", keyNames());
    }

    private String allNames() {
        List<String> measures = fact.measures().stream().map(Measure::name).toList();
        return keysOfView() + ", its measures " + String.join(", ", measures);
    }
}
