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
        return new Ask(view, outputs, where, range, groupBy, List.of(), List.of(), null, null);
    }

    private Name name(String text) {
        return new Name(text, new Place(1, ++named));
    }

    private Operand operand(Literal value) {
        return new Operand(value, new Place(1, ++named));
    }
}
