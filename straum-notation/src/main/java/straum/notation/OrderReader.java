package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import straum.domain.ask.Ask;
import straum.domain.value.Place;

/** Reads ORDER BY: outputs, by name, by position or by the same expression (PostgreSQL manual, SELECT, ORDER BY clause). */
final class OrderReader {
    private static final String HINT = "write the outputs' names, or their positions";

    private OrderReader() {}

    /** Takes ORDER BY where there is one. */
    static List<Ask.Order> take(Sentence sentence, AskTerms terms, PlainSelect select, List<Ask.Output> outputs)
            throws Refusal {
        List<Ask.Order> orderBy = new ArrayList<>();
        if (select.getOrderByElements() == null) {
            return orderBy;
        }
        sentence.take("order by");
        for (OrderByElement element : select.getOrderByElements()) {
            if (!orderBy.isEmpty()) {
                sentence.take(",");
            }
            Ask.Item by = item(sentence, terms, element.getExpression(), outputs);
            boolean descending = sentence.takeIfNext("desc");
            if (!descending) {
                sentence.takeIfNext("asc");
            }
            boolean nullsFirst = descending; // PostgreSQL holds null greater than any value.
            if (sentence.takeIfNext("nulls")) {
                nullsFirst = sentence.takeIfNext("first");
                if (!nullsFirst) {
                    sentence.take("last");
                }
            }
            orderBy.add(new Ask.Order(by, descending, nullsFirst));
        }
        return orderBy;
    }

    private static Ask.Item item(Sentence sentence, AskTerms terms, Expression item, List<Ask.Output> outputs)
            throws Refusal {
        Place place = sentence.place();
        Ask.Item simple = AskOutputs.takePositionOrName(sentence, item, outputs);
        if (simple != null) {
            return simple;
        }
        AskTerms.Called called = terms.takeCalled(item);
        if (called == null) {
            throw sentence.refusal("ORDER BY names outputs", HINT);
        }
        int output = AskOutputs.indexOf(outputs, called);
        if (output < 0) {
            throw new Refusal(place, "only outputs can be sorted by", "put it out as well, and sort by its name");
        }
        return new Ask.Item.Output(output, place);
    }
}
