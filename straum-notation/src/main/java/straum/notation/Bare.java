package straum.notation;

import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;

/**
 * An expression without the parentheses around it, which mean nothing to PostgreSQL.
 *
 * @param parentheses how many pairs stand around it
 */
record Bare(Expression expression, int parentheses) {
    /** The expression within all its parentheses. */
    static Bare of(Expression expression) {
        Expression inner = expression;
        int parentheses = 0;
        while (inner instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            inner = list.get(0);
            parentheses++;
        }
        return new Bare(inner, parentheses);
    }

    /** Takes the opening parentheses. */
    void open(Sentence sentence) throws Refusal {
        for (int i = 0; i < parentheses; i++) {
            sentence.take("(");
        }
    }

    /** Takes the closing parentheses. */
    void close(Sentence sentence) throws Refusal {
        for (int i = 0; i < parentheses; i++) {
            sentence.take(")");
        }
    }
}
