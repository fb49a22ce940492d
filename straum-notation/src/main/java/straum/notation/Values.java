package straum.notation;

import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import straum.domain.ask.Operand;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * Reads what is compared with: literals, and parameters where the language has them.
 *
 * @param tested what is compared with them, for messages: {@code a key}
 * @param hint what a value is, for messages
 */
record Values(Sentence sentence, String tested, String hint) {
    /** Takes a value, in parentheses or not. */
    Operand take(Expression expression) throws Refusal {
        Bare bare = Bare.of(expression);
        bare.open(sentence);
        Place place = sentence.place();
        Literal literal = literal(bare.expression());
        bare.close(sentence);
        return new Operand(literal, place);
    }

    private Literal literal(Expression expression) throws Refusal {
        Literals.Text text = Literals.take(sentence, expression);
        if (text != null) {
            String value = text.token().text();
            return text.type() == null ? new Literal.Text(value) : new Literal.Typed(text.type(), value);
        }
        if (expression instanceof JdbcParameter parameter) {
            String number = sentence.takeParameter("$" + parameter.getIndex()).text();
            return new Literal.Parameter(Integer.parseInt(number));
        }
        if (expression instanceof LongValue number) {
            return new Literal.Number(
                    sentence.takeNumber(number.getStringValue()).text());
        }
        if (expression instanceof SignedExpression signed && signed.getExpression() instanceof LongValue number) {
            String sign = String.valueOf(signed.getSign());
            sentence.take(sign);
            String digits = sentence.takeNumber(number.getStringValue()).text();
            return new Literal.Number(sign.equals("-") ? sign + digits : digits);
        }
        if (expression instanceof BooleanValue bool) {
            sentence.take(bool.getValue() ? "true" : "false");
            return new Literal.Bool(bool.getValue());
        }
        if (expression instanceof NullValue) {
            sentence.take("null");
            return new Literal.Null();
        }
        throw unread(expression);
    }

    private Refusal unread(Expression expression) {
        if (expression instanceof SignedExpression) {
            return sentence.refusal("only a number has a sign", hint);
        }
        if (expression instanceof ParenthesedExpressionList) {
            return sentence.refusal("a row of values is not read", hint);
        }
        if (expression instanceof Column) {
            return sentence.refusal(tested + " is compared with a value, and not with a name", hint);
        }
        if (expression instanceof CastExpression) {
            return sentence.refusal("only a text is cast", "write the value alone: " + tested + "'s type reads it");
        }
        if (expression instanceof Function || expression instanceof AnalyticExpression) {
            return sentence.refusal("a function is no value", hint);
        }
        return sentence.refusal("no value is read here", hint);
    }
}
