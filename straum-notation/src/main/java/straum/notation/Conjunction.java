package straum.notation;

import java.util.ArrayDeque;
import java.util.Deque;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;

/** Reads conditions that all must hold, in the order of the text, however parentheses group them. */
final class Conjunction {
    /** Reads one condition. */
    @FunctionalInterface
    interface Condition {
        /** Takes the condition; the parentheses around it are taken by the caller. */
        void take(Expression condition) throws Refusal;
    }

    private Conjunction() {}

    /** Takes them one after the other. The recursion is as deep as parentheses nest, not as long as the conjunction. */
    static void take(Sentence sentence, Expression conditions, Condition each) throws Refusal {
        Bare bare = Bare.of(conditions);
        bare.open(sentence);
        Deque<Expression> rights = new ArrayDeque<>();
        Expression left = bare.expression();
        while (left instanceof AndExpression and) {
            rights.push(and.getRightExpression());
            left = and.getLeftExpression();
        }
        if (rights.isEmpty()) {
            each.take(left);
        } else {
            take(sentence, left, each);
        }
        while (!rights.isEmpty()) {
            sentence.take("and");
            take(sentence, rights.pop(), each);
        }
        bare.close(sentence);
    }
}
