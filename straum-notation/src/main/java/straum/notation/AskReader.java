package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.Limit;
import net.sf.jsqlparser.statement.select.Offset;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.AskError;
import straum.domain.ask.AskException;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/** Reads an ask: a SELECT over a view, with parameters. Thread-safe. */
public final class AskReader {
    /** The longest query that is read, in bytes of UTF-8. */
    public static final int MAX_BYTES = 64 << 10;

    private final Sentence sentence;
    private final AskTerms terms;

    private AskReader(Sentence sentence) {
        this.sentence = sentence;
        this.terms = new AskTerms(sentence);
    }

    /**
     * The ask of a query, whose parameters have no values yet ({@link Ask#bind}).
     *
     * @throws AskException when it cannot be read, with the place
     */
    public static Ask read(String query) throws AskException {
        try {
            return ask(Lexer.tokens(query, MAX_BYTES, "an ask"));
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

    private static Ask ask(List<Token> tokens) throws Refusal {
        try {
            return new AskReader(Sentence.of(statement(tokens), Language.ASK)).ask();
        } catch (Refusal refusal) {
            throw Unclosed.refusal(refusal, tokens);
        }
    }

    /** The one statement of a query. */
    private static List<Token> statement(List<Token> tokens) throws Refusal {
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
            throw new Refusal(
                    first.place(),
                    "an ask begins with SELECT, and this with " + first.shown(),
                    "write SELECT names FROM view WHERE bucket IS NOT NULL GROUP BY keys");
        }
        return statements.get(0);
    }

    @SuppressWarnings("NullAway") // what may be null of an ask, which is lost from the compiled record
    private Ask ask() throws Refusal {
        if (!(sentence.tree() instanceof PlainSelect select)) {
            throw sentence.unread();
        }
        List<Ask.Output> outputs = AskOutputs.take(sentence, terms, select);
        Name view = view(select);
        RangeReader where = new RangeReader(sentence, terms);
        if (select.getWhere() != null) {
            sentence.take("where");
            where.take(select.getWhere());
        }
        List<Ask.Item> groupBy = new ArrayList<>();
        GroupBy.take(sentence, select, item -> groupBy.add(grouped(item, outputs)));
        List<Ask.Having> having = HavingReader.take(sentence, terms, select);
        List<Ask.Order> orderBy = OrderReader.take(sentence, terms, select, outputs);
        boolean offsetFirst = sentence.isNext("offset");
        Operand offset = offsetFirst ? offset(select) : null;
        Operand limit = limit(select);
        if (!offsetFirst) {
            offset = offset(select);
        }
        sentence.takeEnd();
        return new Ask(view, outputs, where.onKeys(), where.range(), groupBy, having, orderBy, limit, offset);
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
            throw sentence.refusal(
                    "a view is named without a schema", "name the view alone: an ask reads a view, and no table");
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

    private Ask.Item grouped(Expression item, List<Ask.Output> outputs) throws Refusal {
        Place place = sentence.place();
        Ask.Item simple = AskOutputs.takePositionOrName(sentence, item, outputs);
        if (simple != null) {
            return simple;
        }
        AskTerms.Called called = terms.takeCalled(item);
        if (called instanceof AskTerms.Called.OfTime time) {
            int output = AskOutputs.indexOf(outputs, called);
            return output < 0 ? new Ask.Item.Timed(time.time()) : new Ask.Item.Output(output, place);
        }
        if (called != null) {
            throw new Refusal(
                    place, "a measure is computed for each group, and not grouped by", "leave it out of GROUP BY");
        }
        throw sentence.refusal("GROUP BY names keys and bucket", "write their names, or their positions");
    }

    private @Nullable Operand limit(PlainSelect select) throws Refusal {
        Limit limit = select.getLimit();
        if (limit == null || !sentence.isNext("limit")) {
            return null;
        }
        sentence.take("limit");
        if (limit.getOffset() != null) {
            throw sentence.refusal("LIMIT has one number", "write LIMIT 10 OFFSET 20");
        }
        return count(limit.getRowCount());
    }

    private @Nullable Operand offset(PlainSelect select) throws Refusal {
        Offset offset = select.getOffset();
        if (offset == null || !sentence.isNext("offset")) {
            return null;
        }
        sentence.take("offset");
        return count(offset.getOffset());
    }

    /** Takes how many rows. */
    private Operand count(@Nullable Expression rows) throws Refusal {
        if (rows == null) {
            throw sentence.unread();
        }
        return terms.count(rows);
    }
}
