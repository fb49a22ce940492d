package straum.notation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.create.view.CreateView;
import net.sf.jsqlparser.statement.create.view.ViewOption;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.SpecException;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Reads one CREATE VIEW. */
final class ViewReader {
    private static final String BUCKETS = "buckets";

    /** The widths a view says it keeps, as {@code buckets} lists them. */
    private record Buckets(List<Width> widths, Place place) {}

    private final Sentence sentence;

    private ViewReader(Sentence sentence) {
        this.sentence = sentence;
    }

    /**
     * The view a statement writes.
     *
     * @throws Refusal when it cannot be read
     * @throws SpecException when it does not hold together, with the place
     */
    static View read(List<Token> statement) throws Refusal, SpecException {
        Token first = statement.get(0);
        if (!first.isWord("create")) {
            throw new Refusal(first.place(), "a spec holds CREATE VIEW statements, and this is " + first.shown(), null);
        }
        Token second = statement.get(1);
        if (!second.isWord("view")) {
            String found = second.kind() == Token.Kind.END ? second.shown() : "CREATE " + second.shown();
            throw new Refusal(second.place(), found + " is not read here", "a spec holds CREATE VIEW statements");
        }
        return new ViewReader(Sentence.of(statement, Language.SPEC)).view();
    }

    private View view() throws Refusal, SpecException {
        if (!(sentence.tree() instanceof CreateView create)) {
            throw sentence.unread();
        }
        sentence.take("create view");
        Token name = name(create.getView());
        if (sentence.isNext("(")) {
            throw sentence.refusal(
                    "a list of the view's columns is not read", "name the outputs themselves: count(*) AS events");
        }
        Buckets buckets = buckets(create.getOptions(), name.text());
        sentence.take("as");
        if (!(create.getSelect() instanceof PlainSelect select)) {
            throw sentence.unread();
        }
        Place selectPlace = sentence.place();
        List<Output> outputs = OutputReader.take(sentence, select, name.text());
        JoinReader.From from = JoinReader.take(sentence, select);
        WhereReader.Where where = WhereReader.take(sentence, select, from.tables());
        GroupReader groupBy = GroupReader.take(sentence, select, name.text(), outputs, from.tables());
        sentence.takeEnd();
        View view = view(name, buckets, selectPlace, outputs, from, where, groupBy.byName());
        view.check();
        groupBy.checkAllGrouped();
        return view;
    }

    private Token name(Table view) throws Refusal {
        if (view.getNameParts().size() != 1) {
            throw sentence.refusal("a view is named without a schema", "write CREATE VIEW usage");
        }
        return sentence.takeName(view.getName());
    }

    private @Nullable Buckets buckets(@Nullable List<ViewOption> options, String view) throws Refusal, SpecException {
        if (options == null || options.isEmpty()) {
            return null;
        }
        sentence.take("with (");
        Buckets buckets = null;
        for (ViewOption option : options) {
            if (buckets != null) {
                sentence.take(",");
            }
            Token name = sentence.takeName(String.valueOf(option.getName()));
            if (!name.text().equals(BUCKETS) || buckets != null) {
                throw new Refusal(
                        name.place(),
                        name.shown() + " is not read: the only option is buckets, once",
                        "write WITH (buckets = '1 hour, 1 day')");
            }
            if (!sentence.isNext("=") || !(option.getValue() instanceof StringValue value)) {
                throw sentence.refusal("buckets is a text here", "write WITH (buckets = '1 hour, 1 day')");
            }
            sentence.take("=");
            Place place = sentence.place();
            buckets = new Buckets(widths(sentence.takeText(value.toString()).text(), view, place), place);
        }
        sentence.take(")");
        return buckets;
    }

    private static List<Width> widths(String text, String view, Place place) throws Refusal, SpecException {
        List<Width> widths = new ArrayList<>();
        for (String width : text.split(",", -1)) {
            widths.add(OutputReader.width(view, width, place));
        }
        return widths;
    }

    /** Puts what was read together, the names of columns resolved. */
    private View view(
            Token name,
            @Nullable Buckets buckets,
            Place selectPlace,
            List<Output> outputs,
            JoinReader.From from,
            WhereReader.Where where,
            List<String> groupedByName)
            throws Refusal {
        Output.Selected.Bucket bucket = bucketOf(outputs, selectPlace);
        List<Width> widths = List.of(bucket.width());
        if (buckets != null) {
            widths = buckets.widths;
            if (!widths.get(0).equals(bucket.width())) {
                throw new Refusal(
                        buckets.place,
                        "the first width is " + widths.get(0) + ", and date_bin's is " + bucket.width(),
                        "buckets begins with the width of date_bin");
            }
        }
        List<Key> keys = new ArrayList<>();
        Set<Via> read = new HashSet<>();
        for (Output output : outputs) {
            if (output.selected() instanceof Output.Selected.Key key) {
                Via via = from.tables().via(key.column());
                keys.add(new Key(output.name(), via));
                read.add(via);
            }
        }
        List<Measure> measures = new ArrayList<>();
        for (Output output : outputs) {
            if (output.selected() instanceof Output.Selected.Measure measure) {
                Aggregate aggregate = new Aggregate(
                        measure.kind(), input(measure, from.tables()), measure.fraction(), measure.collateC());
                measures.add(new Measure(output.name(), aggregate, filter(measure, from.tables(), read)));
            }
        }
        List<Ref> refs = new ArrayList<>(from.refs());
        refs.addAll(where.refs());
        Fact fact = new Fact(
                name.text(),
                from.fact(),
                ofFact(bucket.time(), from.tables()),
                widths,
                keys,
                refs,
                measures,
                where.own(),
                new Assumed(bucket.origin(), groupedByName));
        return new View(fact, name.place(), selectPlace, buckets == null ? name.place() : buckets.place, outputs);
    }

    private static Output.Selected.Bucket bucketOf(List<Output> outputs, Place selectPlace) throws Refusal {
        Output.Selected.Bucket bucket = null;
        for (Output output : outputs) {
            if (output.selected() instanceof Output.Selected.Bucket found) {
                if (bucket != null) {
                    throw new Refusal(output.place(), "a view has one bucket, and this is its second", null);
                }
                bucket = found;
            }
        }
        if (bucket == null) {
            throw new Refusal(selectPlace, "the view has no bucket", OutputReader.BUCKET_HINT);
        }
        return bucket;
    }

    private static @Nullable String input(Output.Selected.Measure measure, Tables tables) throws Refusal {
        return measure.input() == null ? null : ofFact(measure.input(), tables);
    }

    /** The measure's filter, by what its names mean: a column of the fact is one that a key reads. */
    private static @Nullable Condition<Via, Literal> filter(
            Output.Selected.Measure measure, Tables tables, Set<Via> read) throws Refusal {
        Condition<ColumnName, Literal> filter = measure.filter();
        if (filter == null) {
            return null;
        }
        return filter.map(
                column -> {
                    Via via = tables.via(column);
                    if (via instanceof Via.Column && !read.contains(via)) {
                        throw new Refusal(
                                column.place(),
                                "FILTER reads " + column.shown() + ", which is no key of the view",
                                "add it as a key");
                    }
                    return via;
                },
                value -> value);
    }

    private static String ofFact(ColumnName column, Tables tables) throws Refusal {
        if (tables.table(column) != 0) {
            throw new Refusal(
                    column.place(),
                    column.shown() + " is a column of a joined table",
                    "the bucket's time and what measures read are columns of the fact table, the first in FROM");
        }
        return column.column().text();
    }
}
