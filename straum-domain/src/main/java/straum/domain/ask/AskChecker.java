package straum.domain.ask;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
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
        List<CheckedAsk.Column> columns = new ArrayList<>();
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        List<CheckedAsk.Asked> measures = new ArrayList<>();
        int[] grouped = groupBy();
        for (int key : grouped) {
            groupBy.add(
                    key == CheckedAsk.BUCKET
                            ? new CheckedAsk.Grouping.ByTime(new TimeKey.Bucket())
                            : new CheckedAsk.Grouping.ByKey(key));
        }
        addColumns(columns, measures, grouped);
        Condition<Integer, Operand> where = ask.where() == null
                ? null
                : ask.where().<Integer, Operand, AskException>map(this::conditionKey, value -> value);
        Ask.Range range = ask.range();
        if (range.from() == null && range.to() == null && !range.notNull()) {
            throw new AskException(new AskError.NoRange(), null);
        }
        if (types == null) {
            return null;
        }
        ColumnType bucket = CheckedAsk.keyType(spec, types, factIndex, CheckedAsk.BUCKET);
        Bounds bounds = Bounds.of(range.from(), range.to(), bucket, fact.width());
        return new CheckedAsk(
                factIndex,
                columns,
                groupBy,
                measures,
                where == null ? null : where.<Integer, Literal, AskException>map(key -> key, Operand::value),
                bounds.from(),
                bounds.to());
    }

    private void addColumns(List<CheckedAsk.Column> columns, List<CheckedAsk.Asked> measures, int[] grouped)
            throws AskException {
        if (ask.outputs().isEmpty()) {
            throw new AskException(new AskError.Unreadable("the ask puts nothing out", allNames()), null);
        }
        Set<String> names = new HashSet<>();
        for (Ask.Output output : ask.outputs()) {
            if (!names.add(output.as())) {
                throw new AskException(new AskError.AskedTwice(output.as()), output.place());
            }
            Name name = ((Ask.Output.Named) output).name();
            int measure = fact.measure(name.text());
            if (measure >= 0) {
                columns.add(new CheckedAsk.Column.OfMeasure(output.as(), measures.size()));
                measures.add(new CheckedAsk.Asked(measure, null));
                continue;
            }
            int grouping = indexOf(grouped, outputKey(name));
            if (grouping < 0) {
                throw new AskException(
                        new AskError.Grouping(
                                name.text() + " is put out and not grouped by", "add " + name.text() + " to GROUP BY"),
                        name.place());
            }
            columns.add(new CheckedAsk.Column.OfKey(output.as(), grouping));
        }
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
            Ask.Item item = ask.groupBy().get(i);
            Name name = item instanceof Ask.Item.Output output
                    ? new Name(
                            ((Ask.Output.Named) ask.outputs().get(output.index()))
                                    .name()
                                    .text(),
                            output.place())
                    : ((Ask.Item.Named) item).name();
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
                key = key(((Ask.Output.Named) output).name().text());
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

    private static int indexOf(int[] keys, int key) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    private int conditionKey(Name name) throws AskException {
        if (name.text().equals(Fact.BUCKET)) {
            throw new AskException(
                    new AskError.UnknownName("the bucket can only be bounded", "write bucket >= a AND bucket < b"),
                    name.place());
        }
        int key = fact.key(name.text());
        if (key < 0 && fact.measure(name.text()) >= 0) {
            throw new AskException(
                    new AskError.UnknownName(name.text() + " is a measure, and WHERE can only test keys", keysOfView()),
                    name.place());
        }
        if (key < 0) {
            throw unknown("key", name, didYouMean(name.text(), keyNames(), keysOfView()));
        }
        return key;
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
