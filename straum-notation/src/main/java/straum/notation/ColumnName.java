package straum.notation;

import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Name;
import straum.domain.value.Place;

/**
 * The name of a column as written.
 *
 * @param table the table's name or alias before the dot; null for a column's name alone
 */
record ColumnName(@Nullable Token table, Token column) {
    /** Takes a column's name, in parentheses or not; null, with nothing taken, when the expression is none. */
    static @Nullable ColumnName take(Sentence sentence, Expression expression) throws Refusal {
        Bare bare = Bare.of(expression);
        if (!(bare.expression() instanceof Column column)) {
            return null;
        }
        bare.open(sentence);
        Token table = null;
        Table qualifier = column.getTable();
        if (qualifier != null) {
            table = sentence.takeName(qualifier.getName());
            sentence.take(".");
        }
        ColumnName name = new ColumnName(table, sentence.takeName(column.getColumnName()));
        bare.close(sentence);
        return name;
    }

    /**
     * Takes a column's name that stands without a table, as all do in an ask; null, with nothing taken, when the expression
     * is no name.
     */
    static @Nullable Name takeAlone(Sentence sentence, Expression expression) throws Refusal {
        ColumnName name = take(sentence, expression);
        if (name == null) {
            return null;
        }
        if (name.table != null) {
            throw new Refusal(name.place(), name.shown() + " is named with a table", "write " + name.column.shown());
        }
        return new Name(name.column.text(), name.place());
    }

    /** Where it begins. */
    Place place() {
        return table == null ? column.place() : table.place();
    }

    /** For messages: as written. */
    String shown() {
        return (table == null ? "" : table.shown() + ".") + column.shown();
    }
}
