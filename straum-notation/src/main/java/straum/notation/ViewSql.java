package straum.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * Prints the parts of a view's own query, from names that are all its own: the fact table is {@code "fact"}, and each dim
 * has its alias where no other table has it too. Its conditions are printed as the spec writes them, but a
 * comparison with null as {@link SqlLiteral#UNKNOWN}, which no setting of the session makes another.
 */
final class ViewSql {
    private static final String FACT = "fact";

    /** The longest name but a few bytes, which a number may take. */
    private static final int LONG_NAME = Lexer.NAME_BYTES - 8;

    private final Fact view;
    private final ColumnType bucketType;
    private final boolean dated;
    private final List<String> aliases = new ArrayList<>();

    /**
     * For a view whose bucket and time are of these types: a bucket is a timestamptz, or a timestamp also where the time is a
     * date.
     */
    ViewSql(Fact view, ColumnType bucketType, ColumnType timeType) {
        this.view = view;
        this.bucketType = bucketType;
        this.dated = timeType.kind() == ColumnType.Kind.DATE;
        Set<String> taken = new TreeSet<>(Set.of(FACT));
        for (Ref ref : view.refs()) {
            String alias = Lexer.isLonger(ref.alias(), LONG_NAME) ? "dim" : ref.alias();
            String free = alias;
            for (int i = 2; !taken.add(free); i++) {
                free = alias + '_' + i;
            }
            aliases.add(free);
        }
    }

    /** The bucket of a row. */
    String bucket() {
        return "date_bin('" + view.width() + "', " + time() + (dated ? "::timestamp, " : ", ") + epoch() + ')';
    }

    /** The time of a row. */
    String time() {
        return column(FACT, view.time());
    }

    private String epoch() {
        return bucketType.kind() == ColumnType.Kind.TIMESTAMPTZ
                ? "'1970-01-01 00:00:00+00'::timestamptz"
                : "'1970-01-01 00:00:00'::timestamp";
    }

    /** What a via reads. */
    String via(Via via) {
        return via instanceof Via.Attribute attribute
                ? column(aliases.get(attribute.ref()), attribute.column())
                : column(FACT, via.column());
    }

    /** The tables and their joins, a line each. */
    List<String> from() {
        List<String> lines = new ArrayList<>();
        lines.add("FROM " + view.table().sql() + " AS " + TableName.quoted(FACT));
        for (int ref = 0; ref < view.refs().size(); ref++) {
            Ref joined = view.refs().get(ref);
            if (joined.kind().reads()) {
                String join = joined.kind() == Ref.Kind.LEFT ? "LEFT JOIN " : "JOIN ";
                lines.add(join + aliased(ref) + " ON " + on(ref));
            }
        }
        return lines;
    }

    /** What the view asks of a row, its time's finiteness with it: one condition each. */
    List<String> where() {
        List<String> conditions = new ArrayList<>();
        if (view.where() != null) {
            conditions.add(ofTable(FACT).print(view.where()));
        }
        for (int ref = 0; ref < view.refs().size(); ref++) {
            Ref.Kind kind = view.refs().get(ref).kind();
            if (!kind.reads()) {
                String exists = "EXISTS (SELECT 1 FROM " + aliased(ref) + " WHERE " + on(ref) + ')';
                conditions.add(kind == Ref.Kind.ANTI ? "NOT " + exists : exists);
            }
        }
        conditions.add("isfinite(" + time() + ')');
        return conditions;
    }

    /** A measure's aggregate, without its filter. */
    String aggregate(Aggregate aggregate) {
        String input = aggregate.input() == null ? "*" : column(FACT, aggregate.input());
        return aggregate.sql(aggregate.collateC() ? collateC(input) : input);
    }

    /** A measure's filter. */
    String filter(Condition<Via, Literal> filter) {
        return new AsWritten<Via>() {
            @Override
            String subject(Via via) {
                return via(via);
            }
        }.print(filter);
    }

    /** An expression of text under the order that answers have. */
    static String collateC(String expression) {
        return expression + " COLLATE \"C\"";
    }

    private String aliased(int ref) {
        return view.refs().get(ref).table().sql() + " AS " + TableName.quoted(aliases.get(ref));
    }

    private String on(int ref) {
        Ref joined = view.refs().get(ref);
        String alias = aliases.get(ref);
        String equations = joined.on().stream()
                .map(on -> column(alias, on.column()) + " = " + via(on.via()))
                .collect(Collectors.joining(" AND "));
        return joined.condition() == null
                ? equations
                : equations + " AND " + ofTable(alias).print(joined.condition());
    }

    private static AsWritten<String> ofTable(String alias) {
        return new AsWritten<>() {
            @Override
            String subject(String column) {
                return column(alias, column);
            }
        };
    }

    private static String column(String table, String column) {
        return TableName.quoted(table) + '.' + TableName.quoted(column);
    }

    /** Conditions of the spec, as it writes them; a comparison with null is unknown, and is printed as that. */
    private abstract static class AsWritten<S> extends ConditionSql<S, Literal> {
        @Override
        String ordered(S subject, boolean collateC) {
            return collateC ? collateC(subject(subject)) : subject(subject);
        }

        @Override
        String value(S subject, Literal value) {
            return SqlLiteral.asWritten(value);
        }

        @Override
        @Nullable String operand(S subject, Literal value) {
            return value instanceof Literal.Null ? null : value(subject, value);
        }

        @Override
        @Nullable String pattern(Literal pattern) {
            return pattern instanceof Literal.Null ? null : SqlLiteral.asWritten(pattern);
        }
    }
}
