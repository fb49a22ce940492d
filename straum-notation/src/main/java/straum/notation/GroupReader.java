package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.PlainSelect;
import straum.domain.ask.NearestName;
import straum.domain.spec.SpecException;
import straum.domain.value.Place;

/**
 * Reads a view's GROUP BY, which holds every output but the measures, each once. An item is a position, an expression, or a
 * name; a name alone is a column of the tables before it is an output (PostgreSQL manual, SELECT, GROUP BY clause).
 */
final class GroupReader {
    private final Sentence sentence;
    private final String view;
    private final List<Output> outputs;
    private final Tables tables;
    private final boolean[] grouped;
    private final List<String> byName = new ArrayList<>();

    private GroupReader(Sentence sentence, String view, List<Output> outputs, Tables tables) {
        this.sentence = sentence;
        this.view = view;
        this.outputs = outputs;
        this.tables = tables;
        this.grouped = new boolean[outputs.size()];
    }

    /** Takes GROUP BY where there is one. */
    static GroupReader take(Sentence sentence, PlainSelect select, String view, List<Output> outputs, Tables tables)
            throws Refusal, SpecException {
        GroupReader reader = new GroupReader(sentence, view, outputs, tables);
        GroupBy.take(sentence, select, reader::item);
        return reader;
    }

    /** The names that were taken for outputs, and that PostgreSQL looks for among the tables' columns first. */
    List<String> byName() {
        return byName;
    }

    /** Checks that every output but the measures is grouped by. */
    void checkAllGrouped() throws Refusal {
        for (int i = 0; i < grouped.length; i++) {
            Output output = outputs.get(i);
            if (!grouped[i] && !(output.selected() instanceof Output.Selected.Measure)) {
                throw new Refusal(
                        output.place(),
                        output.name() + " is not grouped by",
                        "GROUP BY names every output but the measures");
            }
        }
    }

    private void item(Expression item) throws Refusal, SpecException {
        Place place = sentence.place();
        if (item instanceof LongValue number) {
            group(GroupBy.position(sentence.takeNumber(number.getStringValue()), outputs.size()), place);
            return;
        }
        Output.Selected selected = OutputReader.takeSelected(sentence, item, view);
        if (selected == null) {
            throw sentence.refusal("GROUP BY names outputs", "write their names, or their positions");
        }
        if (selected instanceof Output.Selected.Measure) {
            throw new Refusal(place, "an aggregate is no key, and GROUP BY names keys", null);
        }
        if (!groupSame(selected, place)) {
            group(named(selected, place), place);
        }
    }

    /** Groups by the outputs that are the same expression, and says whether there are any. */
    private boolean groupSame(Output.Selected selected, Place place) throws Refusal {
        int last = -1;
        boolean anew = false;
        for (int i = 0; i < grouped.length; i++) {
            if (isSame(outputs.get(i).selected(), selected)) {
                last = i;
                if (!grouped[i]) {
                    anew = true;
                    group(i, place);
                }
            }
        }
        if (last >= 0 && !anew) {
            group(last, place);
        }
        return last >= 0;
    }

    /** The output that a name alone names. */
    private int named(Output.Selected selected, Place place) throws Refusal {
        if (selected instanceof Output.Selected.Key key && key.column().table() == null) {
            String name = key.column().column().text();
            for (int i = 0; i < grouped.length; i++) {
                if (outputs.get(i).name().equals(name)) {
                    byName.add(name);
                    return i;
                }
            }
        }
        String hint = "select it as well, or leave it out";
        if (selected instanceof Output.Selected.Key key) {
            String nearest = NearestName.of(
                    key.column().column().text(),
                    outputs.stream().map(Output::name).toList());
            hint = nearest == null ? hint : "did you mean " + nearest + "?";
        }
        throw new Refusal(place, "GROUP BY names what is no output of the view", hint);
    }

    private void group(int output, Place place) throws Refusal {
        if (outputs.get(output).selected() instanceof Output.Selected.Measure) {
            throw new Refusal(place, outputs.get(output).name() + " is a measure, and GROUP BY names keys", null);
        }
        if (grouped[output]) {
            throw new Refusal(place, outputs.get(output).name() + " is grouped by twice", null);
        }
        grouped[output] = true;
    }

    /** Whether both are the same to PostgreSQL: the same column, or calls written the same. */
    private boolean isSame(Output.Selected output, Output.Selected item) throws Refusal {
        if (output instanceof Output.Selected.Key a && item instanceof Output.Selected.Key b) {
            return isSame(a.column(), b.column());
        }
        if (output instanceof Output.Selected.Bucket a && item instanceof Output.Selected.Bucket b) {
            return a.text().equals(b.text()) && a.origin() == b.origin() && isSame(a.time(), b.time());
        }
        return false;
    }

    /** A name alone is the column of a table only where there is one table; with joins it is an output's name here. */
    private boolean isSame(ColumnName output, ColumnName item) throws Refusal {
        if (!output.column().text().equals(item.column().text())) {
            return false;
        }
        return (item.table() != null || tables.size() == 1) && tables.table(output) == tables.table(item);
    }
}
