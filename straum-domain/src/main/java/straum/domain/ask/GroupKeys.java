package straum.domain.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import straum.domain.value.Literal;
import straum.domain.value.Misfit;

/** What an ask groups by, its names resolved: each once, and at most one of them a time. */
final class GroupKeys {
    /**
     * What is grouped by, or put out of it.
     *
     * @param key as {@link CheckedAsk} names it
     * @param time of {@link CheckedAsk#BUCKET}, the time of it; null for the bucket itself, and for a key
     */
    record By(int key, Ask.@Nullable Time time) {}

    private final ViewNames names;
    private final List<Ask.Output> outputs;
    private final List<By> all = new ArrayList<>();

    /**
     * The keys that the ask groups by.
     *
     * @throws AskException when something else is grouped by, a key twice, or two times
     */
    GroupKeys(ViewNames names, Ask ask) throws AskException {
        this.names = names;
        this.outputs = ask.outputs();
        for (Ask.Item item : ask.groupBy()) {
            By by = of(item);
            if (index(by) >= 0) {
                throw new AskException(new AskError.AskedTwice(shown(item)), item.place());
            }
            refuseSecondTime(by, item);
            all.add(by);
        }
    }

    /** In the order of the text. */
    List<By> all() {
        return all;
    }

    /** The index of what is the same, or −1. */
    int index(By by) {
        for (int i = 0; i < all.size(); i++) {
            if (same(all.get(i), by)) {
                return i;
            }
        }
        return -1;
    }

    /** The key that an output is; null for a measure. */
    @Nullable By ofOutput(Ask.Output output) throws AskException {
        if (output instanceof Ask.Output.Timed timed) {
            return new By(CheckedAsk.BUCKET, timed.time());
        }
        if (output instanceof Ask.Output.Named named
                && names.measure(named.name().text()) < 0) {
            int key = names.key(named.name().text());
            if (key == ViewNames.NO_KEY) {
                List<String> all = new ArrayList<>(names.keys());
                all.addAll(names.measures());
                throw names.unknown("key or measure", named.name(), all, names.all());
            }
            return new By(key, null);
        }
        return null;
    }

    /** That a key put out is not grouped by. */
    AskException notGrouped(By by, Ask.Output output) {
        By time = time();
        if (by.key == CheckedAsk.BUCKET && time != null) {
            return new AskException(new AskError.TwoTimes(shown(time), shown(by)), output.place());
        }
        String shown = shown(by);
        String hint = by.time == null ? "add " + shown + " to GROUP BY" : "add " + output.as() + " to GROUP BY";
        return new AskException(new AskError.Grouping(shown + " is put out and not grouped by", hint), output.place());
    }

    private By of(Ask.Item item) throws AskException {
        if (item instanceof Ask.Item.Timed timed) {
            return new By(CheckedAsk.BUCKET, timed.time());
        }
        if (item instanceof Ask.Item.Output output) {
            Ask.Output of = outputs.get(output.index());
            By by = ofOutput(of);
            if (by == null) {
                throw measure(new Name(of.as(), output.place()));
            }
            return by;
        }
        return named(((Ask.Item.Named) item).name());
    }

    /** The key of that name, or else the one put out under it: the order in which PostgreSQL looks (SELECT, GROUP BY). */
    private By named(Name name) throws AskException {
        int key = names.key(name.text());
        if (key != ViewNames.NO_KEY) {
            return new By(key, null);
        }
        if (names.measure(name.text()) >= 0) {
            throw measure(name);
        }
        for (Ask.Output output : outputs) {
            if (output.as().equals(name.text())) {
                By by = ofOutput(output);
                if (by == null) {
                    throw measure(name);
                }
                return by;
            }
        }
        throw names.unknownKey(name);
    }

    private static AskException measure(Name name) {
        return new AskException(
                new AskError.Grouping(
                        name.text() + " is a measure, and only keys can be grouped by",
                        "leave it out of GROUP BY: measures are computed for each group"),
                name.place());
    }

    private void refuseSecondTime(By by, Ask.Item item) throws AskException {
        By time = time();
        if (by.key == CheckedAsk.BUCKET && time != null) {
            throw new AskException(new AskError.TwoTimes(shown(time), shown(by)), item.place());
        }
    }

    private @Nullable By time() {
        for (By by : all) {
            if (by.key == CheckedAsk.BUCKET) {
                return by;
            }
        }
        return null;
    }

    /** Whether they say the same, wherever they stand. */
    static boolean same(By a, By b) {
        if (a.key != b.key || (a.time == null) != (b.time == null)) {
            return false;
        }
        if (a.time instanceof Ask.Time.Bin one && b.time instanceof Ask.Time.Bin other) {
            return same(one.width(), other.width()) && same(one.origin(), other.origin());
        }
        if (a.time instanceof Ask.Time.Trunc one && b.time instanceof Ask.Time.Trunc other) {
            return same(one.unit(), other.unit()) && same(one.zone(), other.zone());
        }
        return a.time == null;
    }

    private static boolean same(@Nullable Operand a, @Nullable Operand b) {
        return Objects.equals(a == null ? null : a.value(), b == null ? null : b.value());
    }

    private String shown(Ask.Item item) throws AskException {
        return item instanceof Ask.Item.Named named ? named.name().text() : shown(of(item));
    }

    /** As the ask writes it. */
    String shown(By by) {
        if (by.time instanceof Ask.Time.Bin bin) {
            return "date_bin(" + shown(bin.width()) + ", bucket" + further(bin.origin()) + ")";
        }
        if (by.time instanceof Ask.Time.Trunc trunc) {
            return "date_trunc(" + shown(trunc.unit()) + ", bucket" + further(trunc.zone()) + ")";
        }
        return names.ofKey(by.key);
    }

    private static String further(@Nullable Operand operand) {
        return operand == null ? "" : ", " + shown(operand);
    }

    private static String shown(Operand operand) {
        Literal value = operand.value();
        return Misfit.shown(value);
    }
}
