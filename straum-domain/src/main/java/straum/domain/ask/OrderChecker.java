package straum.domain.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the columns of the answer that an ask is sorted by. */
final class OrderChecker {
    private final ViewNames names;
    private final List<Ask.Output> outputs;
    private final GroupKeys keys;

    /** For an ask whose outputs are known to be right. */
    OrderChecker(ViewNames names, List<Ask.Output> outputs, GroupKeys keys) {
        this.names = names;
        this.outputs = outputs;
        this.keys = keys;
    }

    /**
     * Each item as a column.
     *
     * @throws AskException when one is not put out
     */
    List<CheckedAsk.Order> check(List<Ask.Order> orders) throws AskException {
        List<CheckedAsk.Order> checked = new ArrayList<>();
        for (Ask.Order order : orders) {
            checked.add(new CheckedAsk.Order(column(order.by()), order.descending(), order.nullsFirst()));
        }
        return checked;
    }

    private int column(Ask.Item item) throws AskException {
        if (item instanceof Ask.Item.Output output) {
            return output.index();
        }
        if (item instanceof Ask.Item.Named named) {
            return column(named.name());
        }
        GroupKeys.By by = new GroupKeys.By(CheckedAsk.BUCKET, ((Ask.Item.Timed) item).time());
        int column = column(by);
        if (column < 0) {
            throw notPutOut(keys.shown(by), new Name(keys.shown(by), item.place()));
        }
        return column;
    }

    /** The output of that name, or else the key or measure of that name (manual, SELECT, ORDER BY). */
    private int column(Name name) throws AskException {
        for (int i = 0; i < outputs.size(); i++) {
            if (outputs.get(i).as().equals(name.text())) {
                return i;
            }
        }
        int key = names.key(name.text());
        int measure = names.measure(name.text());
        int column = measure >= 0 ? measureColumn(name.text()) : column(new GroupKeys.By(key, null));
        if (column >= 0) {
            return column;
        }
        if (measure >= 0 || key != ViewNames.NO_KEY) {
            throw notPutOut(name.text(), name);
        }
        List<String> outputNames = outputs.stream().map(Ask.Output::as).toList();
        throw names.unknown(
                "key, measure or output", name, outputNames, "the outputs are " + String.join(", ", outputNames));
    }

    private int column(GroupKeys.By by) throws AskException {
        for (int i = 0; i < outputs.size(); i++) {
            GroupKeys.@Nullable By of = keys.ofOutput(outputs.get(i));
            if (of != null && GroupKeys.same(of, by)) {
                return i;
            }
        }
        return -1;
    }

    private int measureColumn(String measure) {
        for (int i = 0; i < outputs.size(); i++) {
            Ask.Output output = outputs.get(i);
            boolean same = output instanceof Ask.Output.Filtered filtered
                    ? filtered.filter() == null && filtered.measure().text().equals(measure)
                    : output instanceof Ask.Output.Named named
                            && Objects.equals(named.name().text(), measure);
            if (same) {
                return i;
            }
        }
        return -1;
    }

    private static AskException notPutOut(String shown, Name at) {
        return new AskException(
                new AskError.Ordering(
                        shown + " is sorted by and not put out",
                        "add " + shown + " to the outputs, or sort by another"),
                at.place());
    }
}
