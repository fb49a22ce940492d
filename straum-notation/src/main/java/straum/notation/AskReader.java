package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Reads an ask: a SELECT over a view, with parameters. Thread-safe. */
public final class AskReader {
    /** The longest query that is read, in bytes of UTF-8. */
    public static final int MAX_BYTES = 64 << 10;

    private final Sentence sentence;
    private final ConditionReader conditions;

    private AskReader(Sentence sentence) {
        this.sentence = sentence;
        this.conditions = new ConditionReader(sentence);
    }

    /**
     * The ask of a query, whose parameters have no values yet ({@link Ask#bind}).
     *
     * @throws AskException when it cannot be read, with the place
     */
    public static Ask read(String query) throws AskException {
        try {
            return new AskReader(Sentence.of(statement(query), Language.ASK)).ask();
        } catch (Refusal refusal) {
            throw new AskException(new AskError.Unreadable(refusal.message(), refusal.hint()), refusal.place());
        }
    }

    /**
     * The ask of a query and its parameters, {@code $1} first. Every parameter is one the query uses.
     *
     * @throws AskException when it cannot be read, with the place
     */
    public static Ask read(String query, List<Literal> parameters) throws AskException {
        return read(query).bind(parameters);
    }

    /** The one statement of a query. */
    private static List<Token> statement(String query) throws Refusal {
        List<Token> tokens = Lexer.tokens(query, MAX_BYTES, "an ask");
        List<List<Token>> statements = Statements.of(tokens);
        Token first = tokens.get(0);
        if (statements.isEmpty()) {
            throw new Refusal(first.place(), "there is no ask in the text", "an ask is a SELECT from a view");
        }
        if (statements.size() > 1) {
            throw new Refusal(
                    statements.get(1).get(0).place(), "an ask is one statement, and this begins another", null);
        }
        if (!first.isWord("select") && !first.isWord("with")) {
            throw new Refusal(first.place(), "an ask begins with SELECT, and this with " + first.shown(), null);
        }
        return statements.get(0);
    }

    @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
    private Ask ask() throws Refusal {
        if (!(sentence.tree() instanceof PlainSelect select)) {
            throw sentence.unread();
        }
        List<Ask.Output> outputs = outputs(select);
        Name view = view(select);
        if (select.getWhere() != null) {
            sentence.take("where");
            conditions.take(select.getWhere());
        }
        List<Ask.Item> groupBy = new ArrayList<>();
        GroupBy.take(sentence, select, item -> groupBy.add(grouped(item, outputs.size())));
        sentence.takeEnd();
        List<Condition<Name, Operand>> all = conditions.onKeys();
        return new Ask(
                view,
                outputs,
                all.isEmpty() ? null : all.size() == 1 ? all.get(0) : new Condition.And<>(all),
                new Ask.Range(conditions.from(), conditions.to(), conditions.isBucketNotNull()),
                groupBy,
                List.of(),
                List.of(),
                null,
                null);
    }

    private List<Ask.Output> outputs(PlainSelect select) throws Refusal {
        sentence.take("select");
        List<Ask.Output> outputs = new ArrayList<>();
        for (SelectItem<?> item : select.getSelectItems()) {
            OutputReader.comma(sentence, outputs.size());
            Expression expression = item.getExpression();
            if (expression instanceof AllColumns || expression instanceof AllTableColumns) {
                throw sentence.refusal("* is not read in an ask", "name the keys and measures");
            }
            Name name = ColumnName.takeAlone(sentence, expression);
            if (name == null) {
                throw sentence.refusal("an output is a key, a measure or bucket, by its name", null);
            }
            Token as = OutputReader.alias(sentence, item.getAlias());
            outputs.add(new Ask.Output.Named(name, as == null ? name.text() : as.text()));
        }
        return outputs;
    }

    private Name view(PlainSelect select) throws Refusal {
        if (!sentence.isNext("from")) {
            throw sentence.refusal("an ask reads from one view", "write FROM and the view's name");
        }
        sentence.take("from");
        if (!(select.getFromItem() instanceof Table table)) {
            throw sentence.unread();
        }
        if (table.getNameParts().size() != 1) {
            throw sentence.refusal("a view is named without a schema", null);
        }
        Token view = sentence.takeName(table.getName());
        Place place = sentence.place();
        if (OutputReader.alias(sentence, table.getAlias()) != null) {
            throw new Refusal(place, "an alias of the view is not read", "name its keys and measures alone");
        }
        if (select.getJoins() != null && sentence.isNext(",")) {
            throw sentence.refusal("an ask reads from one view", null);
        }
        return new Name(view.text(), view.place());
    }

    private Ask.Item grouped(Expression item, int outputs) throws Refusal {
        if (item instanceof LongValue number) {
            Token position = sentence.takeNumber(number.getStringValue());
            return new Ask.Item.Output(GroupBy.position(position, outputs), position.place());
        }
        Name name = ColumnName.takeAlone(sentence, item);
        if (name == null) {
            throw sentence.refusal("GROUP BY names keys and bucket", "write their names, or their positions");
        }
        return new Ask.Item.Named(name);
    }
}
