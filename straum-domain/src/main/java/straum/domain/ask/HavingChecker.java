package straum.domain.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.Spec;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** Checks what a group must meet, and adds the measures it needs. */
final class HavingChecker {
    private final Spec spec;
    private final int fact;
    private final @Nullable Types types;
    private final ViewNames names;
    private final ConditionChecker conditions;
    private final AskedMeasures measures;
    private final List<CheckedAsk.Column> columns;

    /** For an ask with those columns, which are measures of those; without types values go unchecked. */
    HavingChecker(
            Spec spec,
            int fact,
            @Nullable Types types,
            ConditionChecker conditions,
            AskedMeasures measures,
            List<CheckedAsk.Column> columns) {
        this.spec = spec;
        this.fact = fact;
        this.types = types;
        this.names = new ViewNames(spec.facts().get(fact));
        this.conditions = conditions;
        this.measures = measures;
        this.columns = columns;
    }

    /**
     * The comparisons, each of a measure.
     *
     * @throws AskException when there is no such measure, or a value is none of its type
     */
    List<CheckedAsk.Having> check(List<Ask.Having> having) throws AskException {
        List<CheckedAsk.Having> checked = new ArrayList<>();
        for (Ask.Having each : having) {
            int asked = asked(each);
            checked.add(new CheckedAsk.Having(asked, each.operator(), value(each, asked)));
        }
        return checked;
    }

    private byte @Nullable [] value(Ask.Having having, int asked) throws AskException {
        if (types == null || having.value().value() instanceof Literal.Null) {
            return null;
        }
        ColumnType type = CheckedAsk.measureType(
                spec, types, fact, measures.all().get(asked).measure());
        return TypedValue.of(having.measure().text(), type, having.value());
    }

    /** The view's measure of that name, or else the measure put out under it: PostgreSQL looks among columns alone. */
    private int asked(Ask.Having having) throws AskException {
        Name name = having.measure();
        int measure = names.measure(name.text());
        if (measure >= 0) {
            Condition<Name, Operand> filter = having.filter();
            return measures.add(measure, filter == null ? null : conditions.filter(filter));
        }
        List<String> putOut = new ArrayList<>();
        for (CheckedAsk.Column column : columns) {
            if (column instanceof CheckedAsk.Column.OfMeasure of && having.filter() == null) {
                if (of.name().equals(name.text())) {
                    return of.asked();
                }
                putOut.add(of.name());
            }
        }
        if (names.key(name.text()) != ViewNames.NO_KEY) {
            throw new AskException(
                    new AskError.UnknownName(
                            name.text() + " is a key, and HAVING can only test measures",
                            "WHERE tests keys; " + names.allMeasures()),
                    name.place());
        }
        List<String> all =
                Stream.concat(names.measures().stream(), putOut.stream()).toList();
        throw names.unknown("measure", name, all, names.allMeasures());
    }
}
