package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Condition;
import straum.domain.spec.Ref;
import straum.domain.value.Literal;

/** Reads a view's WHERE: conditions on the fact's own columns, and beside them {@code [NOT] EXISTS}. */
final class WhereReader {
    private static final String EXISTS_HINT = "write EXISTS (SELECT 1 FROM dim WHERE dim.key = fact.column)";

    /**
     * What WHERE says.
     *
     * @param own the conditions on the fact's own columns; null where there are none
     * @param refs those of EXISTS, in the order of the text
     */
    record Where(@Nullable Condition<String, Literal> own, List<Ref> refs) {}

    private final Sentence sentence;
    private final Tables tables;
    private final List<Ref> joins;
    private final List<Condition<ColumnName, Literal>> own = new ArrayList<>();
    private final List<Ref> refs = new ArrayList<>();

    private WhereReader(Sentence sentence, JoinReader.From from) {
        this.sentence = sentence;
        this.tables = from.tables();
        this.joins = from.refs();
    }

    /** Takes WHERE where there is one. */
    static Where take(Sentence sentence, PlainSelect select, JoinReader.From from) throws Refusal {
        WhereReader reader = new WhereReader(sentence, from);
        if (select.getWhere() != null) {
            sentence.take("where");
            Conjunction.take(sentence, select.getWhere(), reader::condition);
        }
        Condition<ColumnName, Literal> all = Conditions.all(reader.own);
        return new Where(all == null ? null : all.map(reader::column, value -> value), reader.refs);
    }

    private void condition(Expression condition) throws Refusal {
        if (condition instanceof ExistsExpression exists) {
            exists(exists, Ref.Kind.SEMI);
            return;
        }
        if (condition instanceof NotExpression not) {
            Bare bare = Bare.of(not.getExpression());
            if (bare.expression() instanceof ExistsExpression exists) {
                sentence.take("not");
                bare.open(sentence);
                exists(exists, Ref.Kind.ANTI);
                bare.close(sentence);
                return;
            }
        }
        own.add(SpecTerms.conditions(sentence).take(condition));
    }

    private void exists(ExistsExpression exists, Ref.Kind kind) throws Refusal {
        if (refs.size() + tables.size() > JoinReader.MAX_JOINS) {
            throw sentence.refusal("a view joins at most " + JoinReader.MAX_JOINS + " tables", null);
        }
        sentence.take("exists (");
        if (!(exists.getRightExpression() instanceof ParenthesedSelect parenthesised)
                || !(parenthesised.getSelect() instanceof PlainSelect select)
                || select.getSelectItems() == null) {
            throw sentence.unread();
        }
        sentence.take("select");
        if (!(select.getSelectItems().get(0).getExpression() instanceof LongValue one)) {
            throw sentence.refusal("EXISTS selects 1 here: what it selects means nothing", EXISTS_HINT);
        }
        sentence.takeNumber(one.getStringValue());
        sentence.take("from");
        JoinReader.Named dim = JoinReader.table(sentence, select.getFromItem());
        if (!sentence.isNext("where")) {
            throw sentence.refusal("EXISTS reads one table, and its WHERE follows", EXISTS_HINT);
        }
        sentence.take("where");
        if (select.getWhere() == null) {
            throw sentence.unread();
        }
        OnReader.On on = OnReader.take(sentence, select.getWhere());
        sentence.take(")");
        Tables within = tables.with(dim.name(), dim.table());
        refs.add(on.ref(within, tables.size(), kind));
    }

    private String column(ColumnName column) throws Refusal {
        int table = tables.table(column);
        if (table != 0) {
            throw new Refusal(
                    column.place(),
                    column.shown() + " is a column of a joined table",
                    joins.get(table - 1).kind() == Ref.Kind.LEFT
                            ? "in the ON of its LEFT JOIN a condition keeps the row, with nulls; in that of a JOIN, or in EXISTS"
                                    + " (SELECT 1 FROM dim WHERE ...), it leaves the row out"
                            : "a condition on it stands in the ON of its join, or in EXISTS (SELECT 1 FROM dim WHERE ...)");
        }
        return column.column().text();
    }
}
