package straum.notation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.schema.Column;
import straum.domain.spec.Condition;
import straum.domain.spec.Ref;
import straum.domain.spec.Via;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * Reads what joins a dim: equations of its key columns with columns of tables before it, and conditions on its own columns.
 * The names are read before it is known which tables there are.
 */
final class OnReader {
    private record Equation(ColumnName left, ColumnName right) {}

    /** What was read of one dim. */
    static final class On {
        private final Place place;
        private final List<Equation> equations = new ArrayList<>();
        private final List<Condition<ColumnName, Literal>> conditions = new ArrayList<>();

        private On(Place place) {
            this.place = place;
        }

        /**
         * The ref it joins.
         *
         * @param dim the dim's number among the tables
         */
        Ref ref(Tables tables, int dim, Ref.Kind kind) throws Refusal {
            String alias = tables.name(dim);
            List<Ref.On> on = new ArrayList<>();
            Set<String> compared = new HashSet<>();
            for (Equation equation : equations) {
                on.add(on(tables, dim, equation, kind, compared));
            }
            if (on.isEmpty()) {
                throw new Refusal(
                        place,
                        "nothing compares a column of " + alias + " with one of the fact table",
                        "write " + alias + ".key = fact.column");
            }
            Condition<ColumnName, Literal> own = Conditions.all(conditions);
            Condition<String, Literal> condition =
                    own == null ? null : own.map(column -> ownColumn(tables, dim, column, kind), value -> value);
            return new Ref(alias, tables.table(dim), kind, on, condition);
        }

        private static Ref.On on(Tables tables, int dim, Equation equation, Ref.Kind kind, Set<String> compared)
                throws Refusal {
            String alias = tables.name(dim);
            boolean leftIsDim = tables.table(equation.left) == dim;
            boolean rightIsDim = tables.table(equation.right) == dim;
            if (leftIsDim && rightIsDim) {
                throw new Refusal(
                        equation.left.place(),
                        "two columns of " + alias + " are not compared with each other",
                        NotRead.COMPUTED + " can hold the comparison");
            }
            if (!leftIsDim && !rightIsDim) {
                throw new Refusal(
                        equation.left.place(),
                        "the condition compares no column of " + alias + ", the table joined",
                        "write " + alias + ".key = fact.column");
            }
            ColumnName key = leftIsDim ? equation.left : equation.right;
            ColumnName other = leftIsDim ? equation.right : equation.left;
            if (tables.table(other) > dim) {
                throw new Refusal(
                        other.place(),
                        other.shown() + " is of a table joined only after " + alias,
                        "a dim joined through another comes after it");
            }
            if (!compared.add(key.column().text())) {
                throw new Refusal(key.place(), key.shown() + " is compared twice", null);
            }
            Via via = tables.via(other);
            if (!kind.reads() && via instanceof Via.Attribute) {
                throw new Refusal(
                        other.place(),
                        other.shown() + " is a column of a joined table",
                        "EXISTS compares with columns of the fact table, the first in FROM");
            }
            return new Ref.On(key.column().text(), via);
        }

        private static String ownColumn(Tables tables, int dim, ColumnName column, Ref.Kind kind) throws Refusal {
            if (tables.table(column) != dim) {
                throw new Refusal(
                        column.place(),
                        column.shown() + " is no column of " + tables.name(dim) + ", the table joined",
                        tables.table(column) == 0
                                ? ofFactHint(kind)
                                : "a condition on a joined table stands in its own ON, which says the same where both"
                                        + " joins are inner ones");
            }
            return column.column().text();
        }

        /** WHERE says the same of a row as a condition that leaves it out where no match is, and no other. */
        private static String ofFactHint(Ref.Kind kind) {
            return switch (kind) {
                case INNER, SEMI -> "a condition on the fact's own columns stands in the view's WHERE";
                case LEFT ->
                    "WHERE leaves such rows out, and this would keep them, with nulls: for that, join by "
                            + NotRead.COMPUTED + " that is null in them";
                case ANTI ->
                    "WHERE leaves such rows out, and this would keep them: for that, compare " + NotRead.COMPUTED
                            + " that is null in them";
            };
        }
    }

    private final Sentence sentence;
    private final On on;

    private OnReader(Sentence sentence) {
        this.sentence = sentence;
        this.on = new On(sentence.place());
    }

    /** Takes the conditions. */
    static On take(Sentence sentence, Expression conditions) throws Refusal {
        OnReader reader = new OnReader(sentence);
        Conjunction.take(sentence, conditions, reader::condition);
        return reader.on;
    }

    private void condition(Expression condition) throws Refusal {
        boolean columns = condition instanceof ComparisonOperator comparison
                && Bare.of(comparison.getLeftExpression()).expression() instanceof Column
                && Bare.of(comparison.getRightExpression()).expression() instanceof Column;
        if (!columns) {
            on.conditions.add(SpecTerms.conditions(sentence).take(condition));
            return;
        }
        ComparisonOperator comparison = (ComparisonOperator) condition;
        ColumnName left = column(comparison.getLeftExpression());
        if (!(comparison instanceof EqualsTo)) {
            throw sentence.refusal("columns are compared with = alone", "write dim.key = fact.column");
        }
        sentence.take("=");
        on.equations.add(new Equation(left, column(comparison.getRightExpression())));
    }

    private ColumnName column(Expression expression) throws Refusal {
        ColumnName column = ColumnName.take(sentence, expression);
        if (column == null) {
            throw sentence.unread();
        }
        return column;
    }
}
