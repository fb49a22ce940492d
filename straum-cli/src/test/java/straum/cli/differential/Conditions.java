package straum.cli.differential;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes conditions.
 *
 * @param subjects what is compared
 * @param values how a value is written, null for null
 * @param ofView whether they stand in a view's text, which says COLLATE "C" itself
 */
record Conditions(Dice dice, List<Subject> subjects, Values values, boolean ofView) {
    private static final int DEPTH = 3;
    private static final List<String> OPERATORS = List.of("=", "=", "<>", "!=", "<", "<=", ">", ">=");
    private static final List<String> PATTERNS = List.of(
            "%",
            "",
            "_",
            "a%",
            "%b",
            "%a%",
            "__",
            "a_",
            "_b%",
            "a ",
            "a    ",
            "a\\%b\\_",
            "%\\\\%",
            "é",
            "%é%",
            "\\a",
            "A%",
            "%'%");

    /** What a condition tests. */
    record Subject(Text text, Schema.Column column) {
        private Type type() {
            return column.type();
        }
    }

    /** How a value is written that is compared with a column of a type. */
    @FunctionalInterface
    interface Values {
        /** The value, null for null, as both read it. */
        Text write(Type type, @Nullable String value);
    }

    /** A condition in parentheses where it needs them beside AND. */
    Text conjunct() {
        return write(DEPTH);
    }

    private Text write(int depth) {
        if (depth == 0 || dice.percent(70)) {
            return leaf();
        }
        return switch (dice.below(4)) {
            case 0 -> Text.same("NOT (").then(write(depth - 1)).then(")");
            case 1 -> Text.same("(").then(some(" AND ", depth - 1)).then(")");
            default -> Text.same("(").then(some(" OR ", depth - 1)).then(")");
        };
    }

    private Text some(String operator, int depth) {
        List<Text> some = new ArrayList<>();
        for (int i = dice.between(2, 3); i > 0; i--) {
            some.add(write(depth));
        }
        return Text.join(operator, some);
    }

    private Text leaf() {
        Subject subject = dice.pick(subjects);
        if (!subject.type().isKey()) {
            return isNull(subject);
        }
        return switch (dice.below(10)) {
            case 0 -> isNull(subject);
            case 1, 2 -> in(subject);
            case 3 -> between(subject);
            case 4, 5 -> ofType(subject);
            case 6 -> ofView ? compare(subject) : isDistinct(subject);
            default -> compare(subject);
        };
    }

    private Text isNull(Subject subject) {
        return subject.text.then(dice.percent(40) ? " IS NULL" : " IS NOT NULL");
    }

    private Text compare(Subject subject) {
        String operator = dice.pick(OPERATORS);
        boolean equality = operator.equals("=") || operator.equals("<>") || operator.equals("!=");
        Text left = equality ? subject.text : ordered(subject);
        Text value = value(subject, equality && !ofView);
        if (dice.percent(8)) {
            return value.then(" " + operator + " ").then(left);
        }
        return left.then(" " + operator + " ").then(value);
    }

    private Text in(Subject subject) {
        List<Text> values = new ArrayList<>();
        for (int i = dice.between(1, 4); i > 0; i--) {
            values.add(value(subject, !ofView));
        }
        return subject.text
                .then(dice.percent(70) ? " IN (" : " NOT IN (")
                .then(Text.join(", ", values))
                .then(")");
    }

    private Text between(Subject subject) {
        return ordered(subject)
                .then(dice.percent(70) ? " BETWEEN " : " NOT BETWEEN ")
                .then(value(subject, false))
                .then(" AND ")
                .then(value(subject, false));
    }

    private Text isDistinct(Subject subject) {
        return subject.text
                .then(dice.percent(50) ? " IS DISTINCT FROM " : " IS NOT DISTINCT FROM ")
                .then(value(subject, true));
    }

    private Text ofType(Subject subject) {
        if (subject.type() == Type.BOOL) {
            List<String> tests = List.of(" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NOT FALSE");
            return switch (dice.below(ofView ? 3 : 2)) {
                case 0 -> subject.text;
                case 1 -> Text.same("NOT ").then(subject.text);
                default -> subject.text.then(dice.pick(tests));
            };
        }
        if (subject.type().isLike()) {
            Text pattern = values.write(Type.TEXT, dice.pick(PATTERNS));
            return subject.text.then(dice.percent(70) ? " LIKE " : " NOT LIKE ").then(pattern);
        }
        return compare(subject);
    }

    /** What is compared by its order; Straum compares what it is asked under C without being told. */
    private Text ordered(Subject subject) {
        if (!subject.type().ordersByCollation()) {
            return subject.text;
        }
        String collated = subject.text.postgres() + " COLLATE \"C\"";
        return new Text(ofView ? collated : subject.text.straum(), collated);
    }

    private Text value(Subject subject, boolean nullable) {
        return values.write(subject.type(), nullable && dice.percent(8) ? null : subject.column.asked(dice));
    }
}
