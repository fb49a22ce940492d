package straum.domain.testing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;
import straum.domain.value.Place;

/**
 * Builds asks without a text: {@code Asks.of("usage").outputs("region", "events").groupBy("region").allBuckets().ask()}.
 * Names and values stand on line 1, each a column further than what was named before; the view stands at column 1.
 */
public final class Asks {
    private final Name view;
    private final List<Ask.Output> outputs = new ArrayList<>();
    private final List<Condition<Name, Operand>> conditions = new ArrayList<>();
    private final List<Ask.Item> groupBy = new ArrayList<>();
    private final List<Ask.Having> having = new ArrayList<>();
    private final List<Ask.Order> orderBy = new ArrayList<>();
    private @Nullable Operand limit;
    private @Nullable Operand offset;
    private @Nullable Operand from;
    private @Nullable Operand to;
    private boolean bucketNotNull;
    private int named;

    private Asks(String view) {
        this.view = name(view);
    }

    /** Begins an ask of a view that puts nothing out and says nothing of buckets. */
    public static Asks of(String view) {
        return new Asks(view);
    }

    /** Puts out keys, measures and the bucket, under their own names. */
    public Asks outputs(String... names) {
        for (String name : names) {
            outputAs(name, name);
        }
        return this;
    }

    /** Puts out one key, measure or the bucket under another name. */
    public Asks outputAs(String name, String as) {
        outputs.add(new Ask.Output.Named(name(name), as));
        return this;
    }

    /** Puts out a measure of what meets all of these: {@code measure(name) FILTER (...) AS as}. */
    @SafeVarargs
    public final Asks filtered(String measure, String as, Condition<Name, Operand>... filter) {
        Name name = name(measure);
        List<Condition<Name, Operand>> all = new ArrayList<>();
        for (Condition<Name, Operand> each : filter) {
            all.add(each);
        }
        Condition<Name, Operand> condition =
                all.isEmpty() ? null : all.size() == 1 ? all.get(0) : new Condition.And<>(all);
        outputs.add(new Ask.Output.Filtered(name, condition, as, name.place()));
        return this;
    }

    /** Puts out a time of the bucket. */
    public Asks time(Ask.Time time, String as) {
        outputs.add(new Ask.Output.Timed(time, as));
        return this;
    }

    /** {@code date_bin(width, bucket)}; the width is written as a text. */
    public Ask.Time bin(String width) {
        return bin(new Literal.Text(width), null);
    }

    /** {@code date_bin(width, bucket, origin)}; null for no origin. */
    public Ask.Time bin(Literal width, @Nullable Literal origin) {
        Place place = place();
        return new Ask.Time.Bin(operand(width), origin == null ? null : operand(origin), place);
    }

    /** {@code date_trunc(unit, bucket)}, both written as texts. */
    public Ask.Time trunc(String unit) {
        return trunc(new Literal.Text(unit), null);
    }

    /** {@code date_trunc(unit, bucket, zone)}, both written as texts. */
    public Ask.Time trunc(String unit, String zone) {
        return trunc(new Literal.Text(unit), new Literal.Text(zone));
    }

    /** {@code date_trunc(unit, bucket, zone)}; null for no zone. */
    public Ask.Time trunc(Literal unit, @Nullable Literal zone) {
        Place place = place();
        return new Ask.Time.Trunc(operand(unit), zone == null ? null : operand(zone), place);
    }

    /** Groups by outputs, by their positions from 1. */
    public Asks groupByPosition(int... positions) {
        for (int position : positions) {
            groupBy.add(new Ask.Item.Output(position - 1, place()));
        }
        return this;
    }

    /** Groups by a time that is not put out. */
    public Asks groupByTime(Ask.Time time) {
        groupBy.add(new Ask.Item.Timed(time));
        return this;
    }

    /** Groups by keys and the bucket. */
    public Asks groupBy(String... names) {
        for (String name : names) {
            groupBy.add(new Ask.Item.Named(name(name)));
        }
        return this;
    }

    /** Asks that a key is one of these texts. */
    public Asks where(String key, String... texts) {
        Literal[] values = new Literal[texts.length];
        for (int i = 0; i < texts.length; i++) {
            values[i] = new Literal.Text(texts[i]);
        }
        return where(key, values);
    }

    /** Asks that a key is one of these values. */
    public Asks where(String key, Literal... values) {
        Name name = name(key);
        List<Operand> operands = new ArrayList<>();
        for (Literal value : values) {
            operands.add(operand(value));
        }
        conditions.add(new Condition.In<>(name, operands));
        return this;
    }

    /** Asks that keys meet a condition. */
    public Asks where(Condition<Name, Operand> condition) {
        conditions.add(condition);
        return this;
    }

    /** {@code key operator value}. */
    public Condition<Name, Operand> compare(String key, Condition.Operator operator, Literal value) {
        return new Condition.Compare<>(name(key), operator, operand(value), false);
    }

    /** {@code key LIKE pattern}. */
    public Condition<Name, Operand> like(String key, Literal pattern) {
        return new Condition.Like<>(name(key), operand(pattern));
    }

    /** A key as a condition by itself. */
    public Condition<Name, Operand> holds(String key) {
        return new Condition.Holds<>(name(key));
    }

    /** Asks that a measure or output compares so. */
    public Asks having(String measure, Condition.Operator operator, Literal value) {
        having.add(new Ask.Having(name(measure), null, operator, operand(value)));
        return this;
    }

    /** Asks that a measure under a filter compares so. */
    public Asks having(String measure, Condition<Name, Operand> filter, Condition.Operator operator, Literal value) {
        having.add(new Ask.Having(name(measure), filter, operator, operand(value)));
        return this;
    }

    /** Sorts by keys and outputs, ascending and nulls last. */
    public Asks orderBy(String... names) {
        for (String name : names) {
            orderBy.add(new Ask.Order(new Ask.Item.Named(name(name)), false, false));
        }
        return this;
    }

    /** Sorts by an item. */
    public Asks orderBy(Ask.Item item, boolean descending, boolean nullsFirst) {
        orderBy.add(new Ask.Order(item, descending, nullsFirst));
        return this;
    }

    /** Answers at most so many rows. */
    public Asks limit(Literal rows) {
        limit = operand(rows);
        return this;
    }

    /** Leaves out so many rows before. */
    public Asks offset(Literal rows) {
        offset = operand(rows);
        return this;
    }

    /** Asks that a key is null. */
    public Asks whereNull(String key) {
        conditions.add(new Condition.IsNull<>(name(key)));
        return this;
    }

    /** Asks that a key is not null. */
    public Asks whereNotNull(String key) {
        conditions.add(new Condition.Not<>(new Condition.IsNull<>(name(key))));
        return this;
    }

    /** Begins the range at a bucket, written as a text. */
    public Asks from(String bucket) {
        return from(new Literal.Text(bucket));
    }

    /** Begins the range at a bucket. */
    public Asks from(Literal bucket) {
        from = operand(bucket);
        return this;
    }

    /** Ends the range before a bucket, written as a text. */
    public Asks to(String bucket) {
        return to(new Literal.Text(bucket));
    }

    /** Ends the range before a bucket. */
    public Asks to(Literal bucket) {
        to = operand(bucket);
        return this;
    }

    /** Says {@code bucket IS NOT NULL}. */
    public Asks allBuckets() {
        bucketNotNull = true;
        return this;
    }

    /** The ask. */
    public Ask ask() {
        Condition<Name, Operand> where = conditions.isEmpty() ? null : new Condition.And<>(conditions);
        Ask.Range range = new Ask.Range(from, to, bucketNotNull);
        return new Ask(view, outputs, where, range, groupBy, having, orderBy, limit, offset);
    }

    private Place place() {
        return new Place(1, ++named);
    }

    private Name name(String text) {
        return new Name(text, place());
    }

    private Operand operand(Literal value) {
        return new Operand(value, place());
    }
}
