package straum.notation;

import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** Reads GROUP BY as far as both languages have it alike: a list, and positions in it. */
final class GroupBy {
    private static final int DIGITS = 6;

    /** Reads one item. */
    @FunctionalInterface
    interface Item<X extends Exception> {
        /** Takes the item. */
        void take(Expression item) throws Refusal, X;
    }

    private GroupBy() {}

    /** Takes GROUP BY where there is one; parentheses around the whole list mean nothing. */
    static <X extends Exception> void take(Sentence sentence, PlainSelect select, Item<X> each) throws Refusal, X {
        GroupByElement groupBy = select.getGroupBy();
        if (groupBy == null) {
            return;
        }
        sentence.take("group by");
        ExpressionList<?> items = groupBy.getGroupByExpressionList();
        boolean parenthesised = items instanceof ParenthesedExpressionList;
        if (parenthesised) {
            sentence.take("(");
        }
        if (items.isEmpty()) {
            throw sentence.unread();
        }
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                sentence.take(",");
            }
            each.take(items.get(i));
        }
        if (parenthesised) {
            sentence.take(")");
        }
    }

    /** The index of the output whose position, from 1, a number names (PostgreSQL manual, SELECT, GROUP BY clause). */
    static int position(Token number, int outputs) throws Refusal {
        String digits = number.text();
        boolean whole = digits.length() <= DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int position = whole ? Integer.parseInt(digits) : 0;
        if (position < 1 || position > outputs) {
            throw new Refusal(
                    number.place(),
                    "there is no output " + number.shown(),
                    "outputs are counted from 1, and there are " + outputs);
        }
        return position - 1;
    }
}
