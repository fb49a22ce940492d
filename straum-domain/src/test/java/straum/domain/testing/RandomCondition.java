package straum.domain.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;

/**
 * Draws conditions in every form.
 *
 * @param subjects what they may test
 */
record RandomCondition<S>(Random random, Map<S, RandomColumn> subjects) {
    private static final List<Condition.Operator> OPERATORS = List.of(Condition.Operator.values());
    private static final List<String> PATTERNS = List.of(
            "%", "", "_", "a%", "%p%", "%u_", "s_gnup", "purchase", "__", "ž%", "\\%\\_\\\\", "%\\%%", "a_  ", "a   ");

    private static final int DEPTH = 3;

    /** One, of subjects that there must be. */
    Condition<S, Literal> draw() {
        return draw(DEPTH);
    }

    private Condition<S, Literal> draw(int depth) {
        if (depth == 0 || random.nextBoolean()) {
            return leaf();
        }
        return switch (random.nextInt(6)) {
            case 0 -> new Condition.And<>(some(depth - 1));
            case 1, 2, 3 -> new Condition.Or<>(some(depth - 1));
            case 4 -> new Condition.Not<>(draw(depth - 1));
            default -> new Condition.Is<>(draw(depth - 1), random.nextBoolean());
        };
    }

    private List<Condition<S, Literal>> some(int depth) {
        List<Condition<S, Literal>> some = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(2); i++) {
            some.add(draw(depth));
        }
        return some;
    }

    private Condition<S, Literal> leaf() {
        List<S> all = List.copyOf(subjects.keySet());
        S subject = all.get(random.nextInt(all.size()));
        RandomColumn column = subjects.get(subject);
        switch (random.nextInt(8)) {
            case 0:
                return new Condition.IsNull<>(subject);
            case 1:
                return new Condition.IsNotDistinct<>(subject, column.literal(random));
            case 2, 3:
                return in(subject, column);
            case 4:
                if (column.isText()) {
                    return new Condition.Like<>(
                            subject, new Literal.Text(PATTERNS.get(random.nextInt(PATTERNS.size()))));
                }
                if (column.type().name().equals("bool")) {
                    return new Condition.Holds<>(subject);
                }
                return in(subject, column);
            default:
                Condition.Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
                return new Condition.Compare<>(subject, operator, column.literal(random), column.isText());
        }
    }

    private Condition<S, Literal> in(S subject, RandomColumn column) {
        List<Literal> values = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            values.add(column.literal(random));
        }
        return new Condition.In<>(subject, values);
    }

    /** One that is only IN without nulls, or IS [NOT] NULL. */
    Condition<S, Literal> drawPlain() {
        List<S> all = List.copyOf(subjects.keySet());
        S subject = all.get(random.nextInt(all.size()));
        if (random.nextInt(3) == 0) {
            Condition<S, Literal> isNull = new Condition.IsNull<>(subject);
            return random.nextBoolean() ? isNull : new Condition.Not<>(isNull);
        }
        List<Literal> values = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
            Literal value = subjects.get(subject).literal(random);
            if (!(value instanceof Literal.Null)) {
                values.add(value);
            }
        }
        return new Condition.In<>(subject, values);
    }
}
