package straum.domain.ask;

import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.ConditionTypes;
import straum.domain.spec.Fact;
import straum.domain.spec.Spec;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/** Checks conditions of an ask: their names, which of them may name the bucket, and their values against the types. */
final class ConditionChecker {
    private final Spec spec;
    private final int fact;
    private final @Nullable Types types;
    private final ViewNames names;

    /** For asks of that fact; without types values go unchecked. */
    ConditionChecker(Spec spec, int fact, @Nullable Types types) {
        this.spec = spec;
        this.fact = fact;
        this.types = types;
        this.names = new ViewNames(spec.facts().get(fact));
    }

    /** What WHERE asks of keys; the range is no part of it. */
    Condition<Integer, Literal> where(Condition<Name, Operand> where) throws AskException {
        for (Name name : where.subjects()) {
            if (key(name, "WHERE") == CheckedAsk.BUCKET) {
                throw new AskException(
                        new AskError.UnknownName("the bucket can only be bounded", "write bucket >= a AND bucket < b"),
                        name.place());
            }
        }
        return checked(where);
    }

    /** What FILTER asks of keys and of the bucket. */
    Condition<Integer, Literal> filter(Condition<Name, Operand> filter) throws AskException {
        for (Name name : filter.subjects()) {
            key(name, "FILTER");
        }
        checkBounds(filter);
        return checked(filter);
    }

    private Condition<Integer, Literal> checked(Condition<Name, Operand> condition) throws AskException {
        if (types != null) {
            ConditionTypes.Fault<Name, Operand> fault =
                    ConditionTypes.check(condition, subjects(types), Operand::value);
            if (fault != null) {
                throw new AskException(
                        fault.misfit() == null
                                ? new AskError.BadCondition(fault.message(), fault.hint())
                                : new AskError.WrongType(fault.subject().text(), fault.misfit()),
                        fault.value() == null
                                ? fault.subject().place()
                                : fault.value().place());
            }
        }
        return condition.<Integer, Literal, AskException>map(name -> names.key(name.text()), Operand::value);
    }

    private ConditionTypes.Subjects<Name> subjects(Types known) {
        return new ConditionTypes.Subjects<>() {
            @Override
            public String name(Name subject) {
                return subject.text();
            }

            @Override
            public ColumnType type(Name subject) {
                return CheckedAsk.keyType(spec, known, fact, names.key(subject.text()));
            }
        };
    }

    private int key(Name name, String clause) throws AskException {
        int key = names.key(name.text());
        if (key != ViewNames.NO_KEY) {
            return key;
        }
        if (names.measure(name.text()) >= 0) {
            throw new AskException(
                    new AskError.UnknownName(
                            name.text() + " is a measure, and " + clause + " can only test keys",
                            clause.equals("WHERE") ? "HAVING tests measures; " + names.allKeys() : names.allKeys()),
                    name.place());
        }
        throw names.unknownKey(name);
    }

    /** Whether what FILTER says of the bucket are bounds on edges: then a bucket meets it as a whole or not at all. */
    private void checkBounds(Condition<Name, Operand> condition) throws AskException {
        if (condition instanceof Condition.And<Name, Operand> and) {
            for (Condition<Name, Operand> each : and.all()) {
                checkBounds(each);
            }
        } else if (condition instanceof Condition.Or<Name, Operand> or) {
            for (Condition<Name, Operand> each : or.any()) {
                checkBounds(each);
            }
        } else if (condition instanceof Condition.Not<Name, Operand> not) {
            checkBounds(not.of());
        } else if (condition instanceof Condition.Is<Name, Operand> is) {
            checkBounds(is.of());
        } else {
            checkBound(condition);
        }
    }

    private void checkBound(Condition<Name, Operand> leaf) throws AskException {
        Name name = leaf.subjects().iterator().next();
        if (!name.text().equals(Fact.BUCKET)) {
            return;
        }
        if (!(leaf instanceof Condition.Compare<Name, Operand> compare)
                || (compare.operator() != Condition.Operator.GREATER_OR_EQUAL
                        && compare.operator() != Condition.Operator.LESS)) {
            throw new AskException(
                    new AskError.BadCondition(
                            "the bucket can only be bounded, also in FILTER", "write bucket >= a AND bucket < b"),
                    name.place());
        }
        if (types != null) {
            ColumnType bucket = CheckedAsk.keyType(spec, types, fact, CheckedAsk.BUCKET);
            Bounds.edge(compare.value(), bucket, spec.facts().get(fact).width());
        }
    }
}
