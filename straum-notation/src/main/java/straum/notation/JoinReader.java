package straum.notation;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.PlainSelect;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;

/** Reads a view's FROM: the fact table and the dims joined to it. */
final class JoinReader {
    private static final String JOIN_HINT = "write JOIN dim ON dim.key = fact.column";

    /** How many joins a view may have. */
    static final int MAX_JOINS = 256;

    /** What FROM says. */
    record From(Tables tables, TableName fact, List<Ref> refs) {}

    /** A table and the name its columns are written with. */
    record Named(TableName table, Token name) {}

    private record Joined(Named dim, Ref.Kind kind, OnReader.On on) {}

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
        Named fact = table(sentence, select.getFromItem());
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
            refs.add(join.on.ref(tables, refs.size() + 1, join.kind));
        }
        return new From(tables, fact.table, refs);
    }

    /** Takes a table's name and alias. */
    static Named table(Sentence sentence, FromItem item) throws Refusal {
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
        Ref.Kind kind = join.isLeft() ? Ref.Kind.LEFT : Ref.Kind.INNER;
        if (kind == Ref.Kind.LEFT) {
            sentence.take("left");
            sentence.takeIfNext("outer");
        } else {
            sentence.takeIfNext("inner");
        }
        sentence.take("join");
        Named dim = table(sentence, join.getFromItem());
        if (!sentence.isNext("on") || join.getOnExpressions().size() != 1) {
            throw sentence.refusal("the join of " + dim.name.text() + " has no ON here", JOIN_HINT);
        }
        sentence.take("on");
        return new Joined(
                dim,
                kind,
                OnReader.take(sentence, join.getOnExpressions().iterator().next()));
    }
}
