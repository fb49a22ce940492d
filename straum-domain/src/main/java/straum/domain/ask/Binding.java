package straum.domain.ask;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;

/** Gives the parameters of an ask their values. For one call. */
final class Binding {
    private final List<Literal> parameters;
    private final boolean[] used;

    private Binding(List<Literal> parameters) {
        this.parameters = parameters;
        this.used = new boolean[parameters.size()];
    }

    /**
     * The ask with every parameter's value in its place.
     *
     * @throws AskException when there are other parameters than those it uses
     */
    static Ask bind(Ask ask, List<Literal> parameters) throws AskException {
        Binding binding = new Binding(parameters);
        Ask bound = binding.bind(ask);
        StringBuilder unused = new StringBuilder();
        for (int i = 0; i < binding.used.length; i++) {
            if (!binding.used[i]) {
                unused.append(unused.isEmpty() ? "$" : ", $").append(i + 1);
            }
        }
        if (!unused.isEmpty()) {
            throw new AskException(
                    new AskError.Parameters(
                            "the query does not use " + unused + " of the parameters given",
                            "a parameter stands in the query without quotes: kind = $1"),
                    null);
        }
        return bound;
    }

    private Ask bind(Ask ask) throws AskException {
        List<Ask.Output> outputs = new ArrayList<>();
        for (Ask.Output output : ask.outputs()) {
            outputs.add(bind(output));
        }
        Condition<Name, Operand> where = bind(ask.where());
        Ask.Range range = new Ask.Range(
                bind(ask.range().from()), bind(ask.range().to()), ask.range().notNull());
        List<Ask.Item> groupBy = new ArrayList<>();
        for (Ask.Item item : ask.groupBy()) {
            groupBy.add(bind(item));
        }
        List<Ask.Having> having = new ArrayList<>();
        for (Ask.Having each : ask.having()) {
            having.add(new Ask.Having(each.measure(), bind(each.filter()), each.operator(), value(each.value())));
        }
        List<Ask.Order> orderBy = new ArrayList<>();
        for (Ask.Order order : ask.orderBy()) {
            orderBy.add(new Ask.Order(bind(order.by()), order.descending(), order.nullsFirst()));
        }
        return new Ask(
                ask.view(), outputs, where, range, groupBy, having, orderBy, bind(ask.limit()), bind(ask.offset()));
    }

    private Ask.Output bind(Ask.Output output) throws AskException {
        if (output instanceof Ask.Output.Filtered filtered) {
            return new Ask.Output.Filtered(
                    filtered.measure(), bind(filtered.filter()), filtered.as(), filtered.place());
        }
        if (output instanceof Ask.Output.Timed timed) {
            return new Ask.Output.Timed(bind(timed.time()), timed.as());
        }
        return output;
    }

    private Ask.Item bind(Ask.Item item) throws AskException {
        return item instanceof Ask.Item.Timed timed ? new Ask.Item.Timed(bind(timed.time())) : item;
    }

    private Ask.Time bind(Ask.Time time) throws AskException {
        if (time instanceof Ask.Time.Bin bin) {
            return new Ask.Time.Bin(value(bin.width()), bind(bin.origin()), bin.place());
        }
        Ask.Time.Trunc trunc = (Ask.Time.Trunc) time;
        return new Ask.Time.Trunc(value(trunc.unit()), bind(trunc.zone()), trunc.place());
    }

    private @Nullable Condition<Name, Operand> bind(@Nullable Condition<Name, Operand> condition) throws AskException {
        return condition == null ? null : condition.<Name, Operand, AskException>map(name -> name, this::value);
    }

    private @Nullable Operand bind(@Nullable Operand operand) throws AskException {
        return operand == null ? null : value(operand);
    }

    private Operand value(Operand operand) throws AskException {
        if (!(operand.value() instanceof Literal.Parameter parameter)) {
            return operand;
        }
        int index = parameter.number() - 1;
        if (index < 0 || index >= used.length) {
            String given = used.length == 1 ? "1 parameter was given" : used.length + " parameters were given";
            throw new AskException(
                    new AskError.Parameters(
                            "the query uses $" + parameter.number() + " and " + given,
                            "give a value for each parameter that the query names, $1 first"),
                    operand.place());
        }
        used[index] = true;
        return new Operand(parameters.get(index), operand.place());
    }
}
