package straum.domain.testing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Assumed;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.SpecException;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.Literal;

/**
 * Specs for tests. {@link #usage} is the view the guide explains everything with; others are made in a few lines:
 *
 * <pre>{@code
 * Fact sales = Specs.fact("sales", "app.orders", "at").widths(3600, 86_400)
 *         .key("customer_id")
 *         .leftJoin("c", "app.customers", "id", "customer_id")   // c.id = customer_id
 *         .leftJoin("r", "app.regions", "code", "c.region")      // r.code = c.region
 *         .key("region", "c.region").key("country", "r.country")
 *         .count("orders").sum("total", "amount")
 *         .build();
 * Spec spec = Specs.of(sales);
 * }</pre>
 */
public final class Specs {
    private static final int HOUR = 3600;

    private Specs() {}

    /**
     * One view, {@code usage}: of app.events (at, kind, account_id, amount), left-joined to app.accounts (id, region), by
     * the hour and the day; keys kind, account_id, region; measures events, {@code count(*)}, and amount,
     * {@code sum(amount)}. The dim's table is the first, the fact's the second.
     */
    public static Spec usage() {
        return of(fact("usage", "app.events", "at")
                .widths(HOUR, Width.DAY)
                .key("kind")
                .key("account_id")
                .leftJoin("a", "app.accounts", "id", "account_id")
                .key("region", "a.region")
                .count("events")
                .sum("amount", "amount")
                .build());
    }

    /**
     * The spec of these views.
     *
     * @throws IllegalArgumentException when they do not hold together
     */
    public static Spec of(Fact... facts) {
        try {
            return Spec.of(List.of(facts));
        } catch (SpecException invalid) {
            throw new IllegalArgumentException(invalid.error().message(), invalid);
        }
    }

    /** Begins a view of a table, as {@code app.events}, by a time column of it; an hour wide unless said otherwise. */
    public static FactBuilder fact(String view, String table, String time) {
        return new FactBuilder(view, table(table), time);
    }

    /** A table's name written with its schema: {@code app.events}. */
    public static TableName table(String name) {
        int dot = name.indexOf('.');
        return new TableName(name.substring(0, dot), name.substring(dot + 1));
    }

    /**
     * A view in the making. Columns are written as a view writes them: {@code kind} of the fact, {@code a.region} of the
     * dim joined before under that alias.
     */
    public static final class FactBuilder {
        private final String view;
        private final TableName table;
        private final String time;
        private final List<Width> widths = new ArrayList<>(List.of(new Width(HOUR)));
        private final List<Key> keys = new ArrayList<>();
        private final List<Ref> refs = new ArrayList<>();
        private final List<Measure> measures = new ArrayList<>();
        private @Nullable Condition<String, Literal> where;

        private FactBuilder(String view, TableName table, String time) {
            this.view = view;
            this.table = table;
            this.time = time;
        }

        /** Sets the widths, in seconds, narrowest first. */
        public FactBuilder widths(int... seconds) {
            widths.clear();
            for (int width : seconds) {
                widths.add(new Width(width));
            }
            return this;
        }

        /** Adds a key with its column's name. */
        public FactBuilder key(String column) {
            return key(via(column).column(), column);
        }

        /** Adds a key. */
        public FactBuilder key(String name, String column) {
            keys.add(new Key(name, via(column)));
            return this;
        }

        /**
         * Adds a LEFT JOIN.
         *
         * @param on pairs: a key column of the dim, then the column it equals
         */
        public FactBuilder leftJoin(String alias, String table, String... on) {
            return join(alias, table, Ref.Kind.LEFT, on);
        }

        /** Adds an INNER JOIN, as {@link #leftJoin} does. */
        public FactBuilder innerJoin(String alias, String table, String... on) {
            return join(alias, table, Ref.Kind.INNER, on);
        }

        private FactBuilder join(String alias, String table, Ref.Kind kind, String... on) {
            return join(alias, table, kind, null, on);
        }

        /**
         * Adds a join of any kind.
         *
         * @param condition on the dim's own columns; null for none
         * @param on as {@link #leftJoin} has it
         */
        public FactBuilder join(
                String alias,
                String table,
                Ref.Kind kind,
                @Nullable Condition<String, Literal> condition,
                String... on) {
            List<Ref.On> pairs = new ArrayList<>();
            for (int i = 0; i < on.length; i += 2) {
                pairs.add(new Ref.On(on[i], via(on[i + 1])));
            }
            refs.add(new Ref(alias, table(table), kind, pairs, condition));
            return this;
        }

        /** Adds {@code count(*)}. */
        public FactBuilder count(String name) {
            measures.add(new Measure(name, new Aggregate(Aggregate.Kind.COUNT_ROWS, null)));
            return this;
        }

        /** Adds {@code count(column)}. */
        public FactBuilder count(String name, String column) {
            measures.add(new Measure(name, new Aggregate(Aggregate.Kind.COUNT, column)));
            return this;
        }

        /** Adds {@code sum(column)}. */
        public FactBuilder sum(String name, String column) {
            measures.add(new Measure(name, new Aggregate(Aggregate.Kind.SUM, column)));
            return this;
        }

        /** Adds any measure. */
        public FactBuilder measure(Measure measure) {
            measures.add(measure);
            return this;
        }

        /** Sets the view's WHERE. */
        public FactBuilder where(Condition<String, Literal> where) {
            this.where = where;
            return this;
        }

        /** The view. */
        public Fact build() {
            return new Fact(view, table, time, widths, keys, refs, measures, where, Assumed.NOTHING);
        }

        /** The table a via reads. */
        public TableName tableOf(Via via) {
            return via instanceof Via.Attribute attribute
                    ? refs.get(attribute.ref()).table()
                    : table;
        }

        /** What reads a column of the fact, or {@code alias.column} of a dim joined so far. */
        public Via via(String column) {
            int dot = column.indexOf('.');
            if (dot < 0) {
                return new Via.Column(column);
            }
            String alias = column.substring(0, dot);
            for (int i = 0; i < refs.size(); i++) {
                if (refs.get(i).alias().equals(alias)) {
                    return new Via.Attribute(i, column.substring(dot + 1));
                }
            }
            throw new IllegalArgumentException("no join named " + alias + " so far");
        }
    }
}
