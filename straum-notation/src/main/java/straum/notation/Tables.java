package straum.notation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;

/** The tables of one view, by the names its columns are written with: the fact table first, then the joined, in order. */
final class Tables {
    private final List<String> names = new ArrayList<>();
    private final List<TableName> tables = new ArrayList<>();

    /** Adds a table under its alias, or its own name. */
    void add(Token name, TableName table) throws Refusal {
        if (names.contains(name.text())) {
            throw new Refusal(
                    name.place(),
                    "two tables are named " + name.text() + " here",
                    "give one of them an alias: JOIN dim d2");
        }
        names.add(name.text());
        tables.add(table);
    }

    /** These and one more, which only a part of the view sees. */
    Tables with(Token name, TableName table) throws Refusal {
        Tables with = new Tables();
        with.names.addAll(names);
        with.tables.addAll(tables);
        with.add(name, table);
        return with;
    }

    /** The name that the columns of the table of that number are written with. */
    String name(int number) {
        return names.get(number);
    }

    /** The table of that number. */
    TableName table(int number) {
        return tables.get(number);
    }

    /** How many there are. */
    int size() {
        return names.size();
    }

    /** The number of the table a column is of, 0 for the fact table. */
    int table(ColumnName column) throws Refusal {
        Token table = column.table();
        if (table == null) {
            if (names.size() == 1) {
                return 0;
            }
            throw new Refusal(
                    column.place(),
                    "whose column " + column.shown() + " is is not clear",
                    "where tables are joined, a column is written with its table: " + names.get(0) + "."
                            + column.shown());
        }
        int number = names.indexOf(table.text());
        if (number < 0) {
            throw new Refusal(column.place(), "no table is named " + table.text() + " here", hint(table.text()));
        }
        return number;
    }

    /** Where a row of the fact has the column's value. */
    Via via(ColumnName column) throws Refusal {
        int table = table(column);
        String name = column.column().text();
        return table == 0 ? new Via.Column(name) : new Via.Attribute(table - 1, name);
    }

    private @Nullable String hint(String missing) {
        for (int i = 0; i < names.size(); i++) {
            if (tables.get(i).name().equals(missing)) {
                return "the table " + missing + " is named " + names.get(i) + " here";
            }
        }
        return null;
    }
}
