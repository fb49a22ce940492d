package straum.notation;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.ask.TimeKey;
import straum.domain.ask.Types;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Measure;
import straum.domain.spec.Spec;
import straum.domain.spec.TableName;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;
import straum.domain.value.Literal;

/**
 * Prints the query that an ask stands for: what it asks, of the tables themselves. PostgreSQL, of versions 14 to 18, answers
 * it as Straum answers the ask, in the same order, with any settings of the session.
 *
 * <p>It is grouped by position, or by the expression that is not put out. Text is compared and ordered under
 * {@code COLLATE "C"}; each value has its type named; rows without a finite time are left out.
 */
public final class AskSql {
    private static final long DAY = 86_400;

    private final CheckedAsk ask;
    private final Fact view;
    private final Spec spec;
    private final Types types;
    private final ColumnType bucketType;
    private final ViewSql sql;

    private AskSql(Spec spec, Types types, CheckedAsk ask) {
        this.ask = ask;
        this.spec = spec;
        this.types = types;
        this.view = spec.facts().get(ask.fact());
        this.bucketType = CheckedAsk.keyType(spec, types, ask.fact(), CheckedAsk.BUCKET);
        int table = spec.table(view.table());
        this.sql = new ViewSql(
                view, bucketType, types.of(table, spec.tables().get(table).column(view.time())));
    }

    /** The query of an ask that was checked against the spec and the types: a clause a line, ended by a semicolon. */
    public static String of(Spec spec, Types types, CheckedAsk ask) {
        return new AskSql(spec, types, ask).query();
    }

    private String query() {
        List<String> lines = new ArrayList<>();
        lines.add("SELECT " + ask.columns().stream().map(this::output).collect(Collectors.joining(",\n       ")));
        lines.addAll(sql.from());
        lines.add("WHERE " + String.join("\n  AND ", where()));
        if (!ask.groupBy().isEmpty()) {
            lines.add("GROUP BY "
                    + IntStream.range(0, ask.groupBy().size())
                            .mapToObj(this::grouped)
                            .collect(Collectors.joining(", ")));
        }
        if (!ask.having().isEmpty()) {
            lines.add("HAVING " + ask.having().stream().map(this::having).collect(Collectors.joining("\n   AND ")));
        }
        List<String> order = order();
        if (!order.isEmpty()) {
            lines.add("ORDER BY " + String.join(", ", order));
        }
        if (ask.limit() != Long.MAX_VALUE) {
            lines.add("LIMIT " + ask.limit());
        }
        if (ask.offset() != 0) {
            lines.add("OFFSET " + ask.offset());
        }
        return String.join("\n", lines) + ";\n";
    }

    private String output(CheckedAsk.Column column) {
        return expression(column) + " AS " + TableName.quoted(column.name());
    }

    private String expression(CheckedAsk.Column column) {
        return column instanceof CheckedAsk.Column.OfMeasure measure
                ? measure(measure.asked())
                : grouping(((CheckedAsk.Column.OfKey) column).grouping());
    }

    private String grouping(int grouping) {
        CheckedAsk.Grouping by = ask.groupBy().get(grouping);
        return by instanceof CheckedAsk.Grouping.ByTime time
                ? time(time.time())
                : key(((CheckedAsk.Grouping.ByKey) by).key());
    }

    private String key(int key) {
        return key == CheckedAsk.BUCKET
                ? sql.bucket()
                : sql.via(view.keys().get(key).via());
    }

    private ColumnType keyType(int key) {
        return CheckedAsk.keyType(spec, types, ask.fact(), key);
    }

    private String time(TimeKey time) {
        if (time instanceof TimeKey.Bin bin) {
            return "date_bin('" + interval(bin.width()) + "', " + sql.bucket() + ", " + instant(bin.origin()) + ')';
        }
        if (time instanceof TimeKey.Trunc trunc) {
            String zone = bucketType.kind() == ColumnType.Kind.TIMESTAMPTZ ? ", '" + zone(trunc.zone()) + "'" : "";
            return "date_trunc('" + trunc.unit().name().toLowerCase(Locale.ROOT) + "', " + sql.bucket() + zone + ')';
        }
        return sql.bucket();
    }

    private static String zone(ZoneId zone) {
        return zone instanceof ZoneOffset ? "UTC" : zone.getId();
    }

    /** An interval of so many seconds. */
    private static String interval(long seconds) {
        if (seconds % DAY == 0) {
            return seconds == DAY ? "1 day" : seconds / DAY + " days";
        }
        return seconds % 3600 == 0
                ? seconds / 3600 + " hours"
                : seconds % 60 == 0 ? seconds / 60 + " minutes" : seconds + " seconds";
    }

    /** An edge as a value of the bucket's type. */
    private String instant(long epochSeconds) {
        return SqlLiteral.of(bucketType, Epoch.timestamp(epochSeconds));
    }

    private String measure(int asked) {
        CheckedAsk.Asked each = ask.measures().get(asked);
        Measure measure = view.measures().get(each.measure());
        List<String> filters = new ArrayList<>();
        if (measure.filter() != null) {
            filters.add(sql.filter(measure.filter()));
        }
        if (each.filter() != null) {
            filters.add(onKeys().print(each.filter()));
        }
        String aggregate = sql.aggregate(measure.aggregate());
        return filters.isEmpty() ? aggregate : aggregate + " FILTER (WHERE " + String.join(" AND ", filters) + ')';
    }

    private List<String> where() {
        List<String> conditions = new ArrayList<>(sql.where());
        conditions.add("isfinite(" + sql.bucket() + ')');
        if (ask.from() != Long.MIN_VALUE) {
            conditions.add(sql.bucket() + " >= " + instant(ask.from()));
        }
        if (ask.to() != Long.MAX_VALUE) {
            conditions.add(sql.bucket() + " < " + instant(ask.to()));
        }
        if (ask.where() instanceof Condition.And<Integer, Literal> and) {
            and.all().forEach(each -> conditions.add(onKeys().print(each)));
        } else if (ask.where() != null) {
            conditions.add(onKeys().print(ask.where()));
        }
        return conditions;
    }

    /** What is grouped by: the position of the output that puts it out, or itself. */
    private String grouped(int grouping) {
        int output = outputOf(grouping);
        return output < 0 ? grouping(grouping) : Integer.toString(output + 1);
    }

    /** The first output that puts a grouping out; −1 when none does. */
    private int outputOf(int grouping) {
        for (int i = 0; i < ask.columns().size(); i++) {
            if (ask.columns().get(i) instanceof CheckedAsk.Column.OfKey key && key.grouping() == grouping) {
                return i;
            }
        }
        return -1;
    }

    private String having(CheckedAsk.Having having) {
        ColumnType type = measureType(having.asked());
        String measure = measure(having.asked());
        byte[] value = having.value();
        String operand = value == null ? SqlLiteral.nullOf(type) : SqlLiteral.of(type, value);
        if (operand == null) {
            return SqlLiteral.UNKNOWN;
        }
        return (having.operator().orders() && isText(type) ? ViewSql.collateC(measure) : measure)
                + ' '
                + having.operator().sql()
                + ' '
                + operand;
    }

    private ColumnType measureType(int asked) {
        return CheckedAsk.measureType(
                spec, types, ask.fact(), ask.measures().get(asked).measure());
    }

    /** The order asked for, then that of what is grouped by. */
    private List<String> order() {
        List<String> order = new ArrayList<>();
        boolean[] ordered = new boolean[ask.groupBy().size()];
        for (CheckedAsk.Order by : ask.orderBy()) {
            CheckedAsk.Column column = ask.columns().get(by.column());
            if (column instanceof CheckedAsk.Column.OfKey key) {
                ordered[key.grouping()] = true;
            }
            String nulls = by.nullsFirst() == by.descending() ? "" : by.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
            order.add(orderedBy(expression(column), type(column), by.column())
                    + (by.descending() ? " DESC" : "")
                    + nulls);
        }
        for (int grouping = 0; grouping < ordered.length; grouping++) {
            if (!ordered[grouping]) {
                order.add(orderedBy(grouping(grouping), groupingType(grouping), outputOf(grouping)));
            }
        }
        return order;
    }

    /** What is sorted by: an output by its position, where its order is the type's own. */
    private static String orderedBy(String expression, ColumnType type, int output) {
        if (isText(type)) {
            return ViewSql.collateC(expression);
        }
        return output < 0 ? expression : Integer.toString(output + 1);
    }

    private ColumnType type(CheckedAsk.Column column) {
        return column instanceof CheckedAsk.Column.OfMeasure measure
                ? measureType(measure.asked())
                : groupingType(((CheckedAsk.Column.OfKey) column).grouping());
    }

    private ColumnType groupingType(int grouping) {
        return ask.groupBy().get(grouping) instanceof CheckedAsk.Grouping.ByKey key ? keyType(key.key()) : bucketType;
    }

    private static boolean isText(ColumnType type) {
        return switch (type.kind()) {
            case TEXT, VARCHAR, BPCHAR, NAME -> true;
            default -> false;
        };
    }

    private ConditionSql<Integer, Literal> onKeys() {
        return new ConditionSql<>() {
            @Override
            String subject(Integer key) {
                return key(key);
            }

            @Override
            String ordered(Integer key, boolean collateC) {
                return isText(keyType(key)) ? ViewSql.collateC(key(key)) : key(key);
            }

            @Override
            String value(Integer key, Literal value) {
                return ofType(keyType(key), value);
            }

            @Override
            @Nullable String operand(Integer key, Literal value) {
                return value instanceof Literal.Null ? SqlLiteral.nullOf(keyType(key)) : value(key, value);
            }

            /** Always a text: it is matched with a bpchar's spaces, and not cut as a name would be. */
            @Override
            @Nullable String pattern(Literal pattern) {
                return pattern instanceof Literal.Null
                        ? SqlLiteral.nullOf(ColumnType.TEXT)
                        : ofType(ColumnType.TEXT, pattern);
            }
        };
    }

    private static String ofType(ColumnType type, Literal value) {
        if (value instanceof Literal.Null) {
            return SqlLiteral.NULL;
        }
        byte[] bytes = read(type, value);
        if (bytes == null) {
            throw new IllegalArgumentException(value + " is no value of the type " + type.name());
        }
        return SqlLiteral.of(type, bytes);
    }

    private static byte @Nullable [] read(ColumnType type, Literal value) {
        return type.read(value);
    }
}
