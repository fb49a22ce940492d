package straum.notation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.PlainSelect;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.Place;

/** Reads a view's FROM: the fact table and the dims joined to it. */
final class JoinReader {
    private static final String JOIN_HINT = "write JOIN dim ON dim.key = fact.column";

    /** How many joins a view may have. */
    static final int MAX_JOINS = 256;

    /** What FROM says. */
    record From(Tables tables, TableName fact, List<Ref> refs) {}

    /** A table and the name its columns are written with. */
    private record Named(TableName table, Token name) {}

    private record Equation(ColumnName left, ColumnName right) {}

    private record Joined(Named dim, Ref.Kind kind, List<Equation> on, Place place) {}

    private final Sentence sentence;

    private JoinReader(Sentence sentence) {
        this.sentence = sentence;
    }

    /** Takes FROM and the joins. */
    static From take(Sentence sentence, PlainSelect select) throws Refusal {
        return new JoinReader(sentence).from(select);
    }

    private From from(PlainSelect select) throws Refusal {
        if (!sentence.isNext("from")) {
            throw sentence.refusal("a view reads from a table", "write FROM and the fact table's name");
        }
        sentence.take("from");
        Named fact = table(select.getFromItem());
        List<Joined> joined = new ArrayList<>();
        if (select.getJoins() != null) {
            for (Join join : select.getJoins()) {
                if (joined.size() == MAX_JOINS) {
                    throw sentence.refusal("a view joins at most " + MAX_JOINS + " tables", null);
                }
                joined.add(join(join));
            }
        }
        // A join may name a table that comes after it, to be told so: hence in two passes.
        Tables tables = new Tables();
        tables.add(fact.name, fact.table);
        for (Joined join : joined) {
            tables.add(join.dim.name, join.dim.table);
        }
        List<Ref> refs = new ArrayList<>();
        for (Joined join : joined) {
            refs.add(new Ref(join.dim.name.text(), join.dim.table, join.kind, on(tables, join, refs.size() + 1)));
        }
        return new From(tables, fact.table, refs);
    }

    private Named table(FromItem item) throws Refusal {
        if (!(item instanceof Table table)) {
            throw sentence.refusal("only a table's name is read here", null);
        }
        Token name;
        TableName tableName;
        if (table.getNameParts().size() == 1) {
            name = sentence.takeName(table.getName());
            tableName = new TableName(TableName.PUBLIC, name.text());
        } else {
            String schema =
                    sentence.takeName(String.valueOf(table.getSchemaName())).text();
            sentence.take(".");
            name = sentence.takeName(table.getName());
            tableName = new TableName(schema, name.text());
        }
        Alias alias = table.getAlias();
        if (alias == null) {
            return new Named(tableName, name);
        }
        sentence.takeIfNext("as");
        Token as = sentence.takeName(alias.getName());
        if (as.kind() == Token.Kind.WORD && Keywords.isReserved(as.text())) {
            throw new Refusal(
                    as.place(),
                    as.shown() + " is a reserved word",
                    "as a name it stands in double quotes: \"" + as.text() + '"');
        }
        return new Named(tableName, as);
    }

    private Joined join(Join join) throws Refusal {
        if (join.isSimple()) {
            throw sentence.refusal("a comma between tables is not read", JOIN_HINT);
        }
        Place place = sentence.place();
        Ref.Kind kind = join.isLeft() ? Ref.Kind.LEFT : Ref.Kind.INNER;
        if (kind == Ref.Kind.LEFT) {
            sentence.take("left");
            sentence.takeIfNext("outer");
        } else {
            sentence.takeIfNext("inner");
        }
        sentence.take("join");
        Named dim = table(join.getFromItem());
        if (!sentence.isNext("on") || join.getOnExpressions().size() != 1) {
            throw sentence.refusal("the join of " + dim.name.text() + " has no ON here", JOIN_HINT);
        }
        sentence.take("on");
        List<Equation> on = new ArrayList<>();
        Conjunction.take(sentence, join.getOnExpressions().iterator().next(), each -> on.add(equation(each)));
        return new Joined(dim, kind, on, place);
    }

    private Equation equation(Expression condition) throws Refusal {
        boolean columns = condition instanceof EqualsTo equals
                && Bare.of(equals.getLeftExpression()).expression() instanceof Column
                && Bare.of(equals.getRightExpression()).expression() instanceof Column;
        if (!columns) {
            throw sentence.refusal("a join compares two columns with =", "write dim.key = fact.column");
        }
        EqualsTo equals = (EqualsTo) condition;
        ColumnName left = column(equals.getLeftExpression());
        sentence.take("=");
        return new Equation(left, column(equals.getRightExpression()));
    }

    private ColumnName column(Expression expression) throws Refusal {
        ColumnName column = ColumnName.take(sentence, expression);
        if (column == null) {
            throw sentence.unread();
        }
        return column;
    }

    /** The equations of the join whose dim has that number among the tables. */
    private static List<Ref.On> on(Tables tables, Joined join, int dim) throws Refusal {
        List<Ref.On> on = new ArrayList<>();
        Set<String> compared = new HashSet<>();
        for (Equation equation : join.on) {
            boolean leftIsDim = tables.table(equation.left) == dim;
            boolean rightIsDim = tables.table(equation.right) == dim;
            if (leftIsDim && rightIsDim) {
                throw new Refusal(equation.left.place(), "a condition on a dim's own columns is not read yet", null);
            }
            if (!leftIsDim && !rightIsDim) {
                throw new Refusal(
                        equation.left.place(),
                        "the condition compares no column of " + join.dim.name.text() + ", the table joined",
                        "write " + join.dim.name.text() + ".key = fact.column");
            }
            ColumnName key = leftIsDim ? equation.left : equation.right;
            ColumnName other = leftIsDim ? equation.right : equation.left;
            if (tables.table(other) > dim) {
                throw new Refusal(
                        other.place(),
                        other.shown() + " is of a table joined only after " + join.dim.name.text(),
                        "a dim joined through another comes after it");
            }
            if (!compared.add(key.column().text())) {
                throw new Refusal(key.place(), key.shown() + " is compared twice", null);
            }
            Via via = tables.via(other);
            on.add(new Ref.On(key.column().text(), via));
        }
        return on;
    }
}
