package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.select.OrderByElement;
import org.jspecify.annotations.Nullable;

/**
 * A function's call, which the parser has in two shapes. In one of them it drops a pair of parentheses around the only input.
 *
 * @param name of the function, as the tree has it
 * @param mayDrop whether it is that shape
 * @param inputs what stands in its parentheses
 * @param withinGroup what {@code WITHIN GROUP} orders by; none where there is none
 * @param filter the condition of {@code FILTER (WHERE ...)}; null where there is none
 */
record Call(
        String name,
        boolean mayDrop,
        List<Expression> inputs,
        List<Expression> withinGroup,
        @Nullable Expression filter) {
    /** The call that an expression is; null when it is none. */
    static @Nullable Call of(Expression expression) {
        if (expression instanceof Function function) {
            return new Call(
                    function.getMultipartName().get(0), false, inputs(function.getParameters()), List.of(), null);
        }
        if (!(expression instanceof AnalyticExpression call)) {
            return null;
        }
        List<Expression> inputs = new ArrayList<>();
        add(inputs, call.getExpression());
        add(inputs, call.getOffset());
        add(inputs, call.getDefaultValue());
        List<OrderByElement> order = call.getWindowDefinition() == null
                ? null
                : call.getWindowDefinition().getOrderByElements();
        List<Expression> withinGroup = order == null
                ? List.of()
                : order.stream().map(OrderByElement::getExpression).toList();
        return new Call(call.getName(), true, inputs, withinGroup, call.getFilterExpression());
    }

    /** Takes what stands before the first input and is not in the tree: a parenthesis, or nothing. Says whether it did. */
    boolean takeDropped(Sentence sentence) throws Refusal {
        boolean dropped = mayDrop && sentence.wraps() > Bare.of(inputs.get(0)).parentheses();
        if (dropped) {
            sentence.take("(");
        }
        return dropped;
    }

    /** To the parser, one input in parentheses is a list in parentheses. */
    private static List<Expression> inputs(@Nullable ExpressionList<?> parameters) {
        if (parameters == null) {
            return List.of();
        }
        return parameters instanceof ParenthesedExpressionList ? List.of(parameters) : List.copyOf(parameters);
    }

    private static void add(List<Expression> inputs, @Nullable Expression input) {
        if (input != null) {
            inputs.add(input);
        }
    }
}
