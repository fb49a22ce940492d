package straum.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.value.Literal;

/**
 * A random ask, and a random spelling of it.
 *
 * @param parameters as many as it uses, each of them used
 * @param ask what the text means, its parameters open, with every place the same
 */
record RandomAsk(String text, List<Literal> parameters, Ask ask) {
    private static final List<String> NAMES = List.of(
            "kind",
            "region",
            "amount",
            "use",
            "sample",
            "final",
            "current",
            "between",
            "timestamp",
            "date",
            "filter",
            "day",
            "Mixed Case",
            "sélect",
            "select",
            "user",
            "quo\"te",
            "a.b",
            "x1",
            "_y$",
            "unknown",
            "values",
            "exists",
            "by",
            "nulls",
            "first",
            "last",
            "measure",
            "date_bin",
            "escape");

    static final List<Literal> LITERALS = List.of(
            new Literal.Text("it's"),
            new Literal.Text(""),
            new Literal.Text("$1 -- /* \""),
            new Literal.Text("é😀"),
            new Literal.Text("a\nb"),
            new Literal.Number("7"),
            new Literal.Number("-1.50"),
            new Literal.Number(".5"),
            new Literal.Number("-1e10"),
            new Literal.Number("99999999999999999999999999"),
            new Literal.Bool(true),
            new Literal.Bool(false),
            new Literal.Null(),
            new Literal.Typed("timestamptz", "2026-11-13 09:00Z"),
            new Literal.Typed("date", "2026-11-13"),
            new Literal.Typed("uuid", "0"));

    private static final List<Literal> ROWS =
            List.of(new Literal.Number("0"), new Literal.Number("10"), new Literal.Text("5"), new Literal.Null());

    static RandomAsk of(Random random) {
        return new Maker(random).ask();
    }

    /** Makes up what an ask means. */
    @SuppressWarnings("NullAway") // what may be null of an ask, which is lost from the compiled record
    private static final class Maker {
        private final Random random;
        private final List<Literal> parameters = new ArrayList<>();

        Maker(Random random) {
            this.random = random;
        }

        RandomAsk ask() {
            List<Ask.Output> outputs = some(1, 4, i -> output());
            List<Condition<Name, Operand>> keys = some(0, 5, i -> condition(3, false));
            List<Condition<Name, Operand>> flat = flattened(keys, true);
            Condition<Name, Operand> where =
                    flat.isEmpty() ? null : flat.size() == 1 ? flat.get(0) : new Condition.And<>(flat);
            Ask.Range range =
                    new Ask.Range(below(3) == 0 ? null : operand(), below(3) == 0 ? null : operand(), below(3) == 0);
            List<Ask.Item> groupBy = some(0, 3, i -> grouped(outputs));
            List<Ask.Having> having = some(0, 2, i -> having());
            List<Ask.Order> orderBy = some(0, 3, i -> order(outputs));
            Ask ask = new Ask(Placeless.name(name()), outputs, where, range, groupBy, having, orderBy, rows(), rows());
            String text = new AskWriter(random).write(ask);
            return new RandomAsk(text, parameters, ask);
        }

        private Ask.Output output() {
            return switch (below(4)) {
                case 0 -> new Ask.Output.Filtered(Placeless.name(name()), filter(), name(), Placeless.NOWHERE);
                case 1 -> new Ask.Output.Timed(time(), name());
                case 2 -> new Ask.Output.Named(Placeless.name(Fact.BUCKET), name());
                default -> {
                    String name = name();
                    yield new Ask.Output.Named(Placeless.name(name), random.nextBoolean() ? name : name());
                }
            };
        }

        private @Nullable Condition<Name, Operand> filter() {
            return below(3) == 0 ? null : condition(2, true);
        }

        private Ask.Time time() {
            return random.nextBoolean()
                    ? new Ask.Time.Bin(operand(), random.nextBoolean() ? operand() : null, Placeless.NOWHERE)
                    : new Ask.Time.Trunc(operand(), random.nextBoolean() ? operand() : null, Placeless.NOWHERE);
        }

        private Ask.Item grouped(List<Ask.Output> outputs) {
            return switch (below(4)) {
                case 0 -> new Ask.Item.Output(below(outputs.size()), Placeless.NOWHERE);
                case 1 -> {
                    Ask.Output output = outputs.get(below(outputs.size()));
                    Ask.Time time = output instanceof Ask.Output.Timed timed ? timed.time() : time();
                    int index = indexOf(outputs, new Ask.Output.Timed(time, ""));
                    yield index < 0 ? new Ask.Item.Timed(time) : new Ask.Item.Output(index, Placeless.NOWHERE);
                }
                default -> new Ask.Item.Named(Placeless.name(below(4) == 0 ? Fact.BUCKET : name()));
            };
        }

        /** The first output that is the same, whatever it is named. */
        private static int indexOf(List<Ask.Output> outputs, Ask.Output wanted) {
            for (int i = 0; i < outputs.size(); i++) {
                if (AskWriter.isSame(outputs.get(i), wanted)) {
                    return i;
                }
            }
            return -1;
        }

        private Ask.Having having() {
            return new Ask.Having(
                    Placeless.name(name()), filter(), pick(List.of(Condition.Operator.values())), operand());
        }

        private Ask.Order order(List<Ask.Output> outputs) {
            int index = below(outputs.size());
            Ask.Item by = random.nextBoolean()
                    ? new Ask.Item.Named(Placeless.name(below(4) == 0 ? Fact.BUCKET : name()))
                    : new Ask.Item.Output(indexOf(outputs, outputs.get(index)), Placeless.NOWHERE);
            return new Ask.Order(by, random.nextBoolean(), random.nextBoolean());
        }

        private @Nullable Operand rows() {
            return below(3) > 0 ? null : below(3) == 0 ? parameter() : Placeless.operand(pick(ROWS));
        }

        private Condition<Name, Operand> condition(int depth, boolean bucket) {
            if (depth > 0 && below(2) == 0) {
                return switch (below(4)) {
                    case 0 -> new Condition.And<>(flattened(some(2, 4, i -> condition(depth - 1, bucket)), true));
                    case 1 -> new Condition.Or<>(flattened(some(2, 4, i -> condition(depth - 1, bucket)), false));
                    case 2 -> new Condition.Not<>(condition(depth - 1, bucket));
                    default -> new Condition.Is<>(condition(depth - 1, bucket), random.nextBoolean());
                };
            }
            Name name = Placeless.name(name());
            return switch (below(bucket ? 9 : 8)) {
                case 0 -> new Condition.Holds<>(name);
                case 1 -> new Condition.In<>(name, some(1, 4, i -> operand()));
                case 2 -> new Condition.IsNull<>(name);
                case 3 -> new Condition.IsNotDistinct<>(name, operand());
                case 4 -> new Condition.Like<>(name, operand());
                case 5 -> between(name);
                case 6 ->
                    new Condition.Not<>(
                            below(2) == 0 ? between(name) : new Condition.In<>(name, some(1, 3, i -> operand())));
                case 7 -> compare(name, pick(List.of(Condition.Operator.values())));
                default ->
                    compare(
                            Placeless.name(Fact.BUCKET),
                            random.nextBoolean() ? Condition.Operator.GREATER_OR_EQUAL : Condition.Operator.LESS);
            };
        }

        private Condition<Name, Operand> between(Name name) {
            return new Condition.And<>(List.of(
                    compare(name, Condition.Operator.GREATER_OR_EQUAL),
                    compare(name, Condition.Operator.LESS_OR_EQUAL)));
        }

        private Condition<Name, Operand> compare(Name name, Condition.Operator operator) {
            return new Condition.Compare<>(name, operator, operand(), false);
        }

        private static List<Condition<Name, Operand>> flattened(
                List<Condition<Name, Operand>> conditions, boolean and) {
            List<Condition<Name, Operand>> flat = new ArrayList<>();
            for (Condition<Name, Operand> each : conditions) {
                if (and && each instanceof Condition.And<Name, Operand> within) {
                    flat.addAll(within.all());
                } else if (!and && each instanceof Condition.Or<Name, Operand> within) {
                    flat.addAll(within.any());
                } else {
                    flat.add(each);
                }
            }
            return flat;
        }

        private Operand operand() {
            return below(4) == 0 ? parameter() : Placeless.operand(pick(LITERALS));
        }

        private Operand parameter() {
            if (parameters.isEmpty() || below(3) > 0) {
                parameters.add(pick(LITERALS));
                return Placeless.operand(new Literal.Parameter(parameters.size()));
            }
            return Placeless.operand(new Literal.Parameter(1 + below(parameters.size())));
        }

        private String name() {
            return pick(NAMES);
        }

        private <T> T pick(List<T> list) {
            return list.get(below(list.size()));
        }

        private <T> List<T> some(int least, int most, IntFunction<T> each) {
            List<T> some = new ArrayList<>();
            int count = least + below(most - least + 1);
            for (int i = 0; i < count; i++) {
                some.add(each.apply(i));
            }
            return some;
        }

        private int below(int bound) {
            return random.nextInt(bound);
        }
    }
}
