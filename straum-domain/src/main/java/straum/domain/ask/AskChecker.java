package straum.domain.ask;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

/** Checks one ask: its names against the spec, then its values against the types. */
final class AskChecker {
    private final Spec spec;
    private final Ask ask;
    private final int factIndex;
    private final Fact fact;
    private final ViewNames names;

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
            String hint = ViewNames.didYouMean(ask.view().text(), views, "the views are " + String.join(", ", views));
            throw new AskException(
                    new AskError.UnknownView(ask.view().text(), hint),
                    ask.view().place());
        }
        this.fact = spec.facts().get(factIndex);
        this.names = new ViewNames(fact);
    }

    /** The checked ask; null without types, when nothing is wrong so far. */
    @Nullable CheckedAsk check(@Nullable Types types) throws AskException {
        ConditionChecker conditions = new ConditionChecker(spec, factIndex, types);
        AskedMeasures measures = new AskedMeasures();
        GroupKeys keys = new GroupKeys(names, ask);
        List<CheckedAsk.Column> columns = columns(keys, measures, conditions);
        Condition<Integer, Literal> where = ask.where() == null ? null : conditions.where(ask.where());
        List<CheckedAsk.Having> having =
                new HavingChecker(spec, factIndex, types, conditions, measures, columns).check(ask.having());
        List<CheckedAsk.Order> orderBy = new OrderChecker(names, ask.outputs(), keys).check(ask.orderBy());
        long limit = ask.limit() == null ? Long.MAX_VALUE : count("LIMIT", ask.limit());
        long offset = ask.offset() == null ? 0 : count("OFFSET", ask.offset());
        Ask.Range range = ask.range();
        if (range.from() == null && range.to() == null && !range.notNull()) {
            throw new AskException(new AskError.NoRange(), null);
        }
        ColumnType bucket = types == null ? null : CheckedAsk.keyType(spec, types, factIndex, CheckedAsk.BUCKET);
        List<CheckedAsk.Grouping> groupBy = groupBy(keys, bucket);
        if (bucket == null) {
            return null;
        }
        Bounds bounds = Bounds.of(range.from(), range.to(), bucket, fact.width());
        return new CheckedAsk(
                factIndex,
                columns,
                groupBy,
                measures.all(),
                where,
                having,
                orderBy,
                bounds.from(),
                bounds.to(),
                limit,
                offset);
    }

    private List<CheckedAsk.Column> columns(GroupKeys keys, AskedMeasures measures, ConditionChecker conditions)
            throws AskException {
        if (ask.outputs().isEmpty()) {
            throw new AskException(new AskError.Unreadable("the ask puts nothing out", names.all()), null);
        }
        List<CheckedAsk.Column> columns = new ArrayList<>();
        Set<String> as = new HashSet<>();
        for (Ask.Output output : ask.outputs()) {
            if (!as.add(output.as())) {
                throw new AskException(new AskError.AskedTwice(output.as()), output.place());
            }
            GroupKeys.By by = keys.ofOutput(output);
            if (by == null) {
                columns.add(new CheckedAsk.Column.OfMeasure(output.as(), measure(output, measures, conditions)));
                continue;
            }
            int grouping = keys.index(by);
            if (grouping < 0) {
                throw keys.notGrouped(by, output);
            }
            columns.add(new CheckedAsk.Column.OfKey(output.as(), grouping));
        }
        return columns;
    }

    private int measure(Ask.Output output, AskedMeasures measures, ConditionChecker conditions) throws AskException {
        if (output instanceof Ask.Output.Named named) {
            return measures.add(names.measure(named.name().text()), null);
        }
        Ask.Output.Filtered filtered = (Ask.Output.Filtered) output;
        Name name = filtered.measure();
        int measure = names.measure(name.text());
        if (measure < 0 && names.key(name.text()) != ViewNames.NO_KEY) {
            throw new AskException(
                    new AskError.UnknownName(
                            name.text() + " is a key, and measure(...) takes measures", names.allMeasures()),
                    name.place());
        }
        if (measure < 0) {
            throw names.unknown("measure", name, names.measures(), names.allMeasures());
        }
        Condition<Name, Operand> filter = filtered.filter();
        return measures.add(measure, filter == null ? null : conditions.filter(filter));
    }

    private List<CheckedAsk.Grouping> groupBy(GroupKeys keys, @Nullable ColumnType bucket) throws AskException {
        TimeChecker times = new TimeChecker(fact.width(), bucket);
        List<CheckedAsk.Grouping> groupBy = new ArrayList<>();
        for (GroupKeys.By by : keys.all()) {
            groupBy.add(
                    by.key() == CheckedAsk.BUCKET
                            ? new CheckedAsk.Grouping.ByTime(times.check(by.time()))
                            : new CheckedAsk.Grouping.ByKey(by.key()));
        }
        return groupBy;
    }

    private static long count(String clause, Operand operand) throws AskException {
        byte[] value = operand.value() instanceof Literal.Null ? null : ColumnType.INT8.read(operand.value());
        long count = value == null ? -1 : ColumnType.longOf(value, 0, value.length);
        if (count < 0) {
            throw new AskException(
                    new AskError.BadCount(
                            clause + " takes a whole number, 0 or more, and not " + Misfit.shown(operand.value()),
                            "leave " + clause + " out for " + (clause.equals("LIMIT") ? "all rows" : "none")),
                    operand.place());
        }
        return count;
    }
}
