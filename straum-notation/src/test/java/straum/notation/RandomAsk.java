package straum.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.value.Literal;

/**
 * A random ask, and a random spelling of it.
 *
 * @param ask what the text means, with every place the same
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
            "by");

    private static final List<Literal> LITERALS = List.of(
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

    static RandomAsk of(Random random) {
        return new Writer(random).ask();
    }

    private static final class Writer {
        private final Spelling spelling;
        private final List<Literal> parameters = new ArrayList<>();
        private final List<Ask.Output> outputs = new ArrayList<>();
        private final List<Condition<Name, Operand>> conditions = new ArrayList<>();
        private @Nullable Operand from;
        private @Nullable Operand to;
        private boolean bucketNotNull;
        private final List<Ask.Item> groupBy = new ArrayList<>();

        Writer(Random random) {
            this.spelling = new Spelling(random);
        }

        @SuppressWarnings("NullAway") // the bounds may be null, which is lost from the compiled record
        RandomAsk ask() {
            spelling.words("select");
            int count = 1 + spelling.below(4);
            for (int i = 0; i < count; i++) {
                comma(i);
                output();
            }
            String view = anyName();
            spelling.words("from").name(view);
            where();
            groupBy();
            if (spelling.chance()) {
                spelling.mark(";");
            }
            Ask ask = new Ask(
                    Placeless.name(view),
                    outputs,
                    conditions.isEmpty()
                            ? null
                            : conditions.size() == 1 ? conditions.get(0) : new Condition.And<>(conditions),
                    new Ask.Range(from, to, bucketNotNull),
                    groupBy,
                    List.of(),
                    List.of(),
                    null,
                    null);
            return new RandomAsk(spelling.toString(), parameters, ask);
        }

        private void output() {
            String name = spelling.below(5) == 0 ? "bucket" : anyName();
            writeName(name);
            String as = anyName();
            if (spelling.chance() && !as.equals(name)) {
                spelling.as(as);
                outputs.add(new Ask.Output.Named(Placeless.name(name), as));
            } else {
                outputs.add(new Ask.Output.Named(Placeless.name(name), name));
            }
        }

        private void where() {
            int count = spelling.below(6);
            if (count == 0) {
                return;
            }
            spelling.words("where");
            conjunction(count);
        }

        private void conjunction(int count) {
            if (count == 1) {
                spelling.parenthesised(this::condition);
                return;
            }
            int left = 1 + spelling.below(count - 1);
            spelling.parenthesised(() -> conjunction(left)).words("and").parenthesised(() -> conjunction(count - left));
        }

        private void condition() {
            switch (spelling.below(7)) {
                case 0 -> {
                    if (from == null) {
                        writeName("bucket");
                        spelling.mark(">=");
                        from = Placeless.operand(value());
                        return;
                    }
                    isNull();
                }
                case 1 -> {
                    if (to == null) {
                        writeName("bucket");
                        spelling.mark("<");
                        to = Placeless.operand(value());
                        return;
                    }
                    equation();
                }
                case 2 -> in();
                case 3 -> isNull();
                case 4 -> {
                    writeName("bucket");
                    spelling.words("is not null");
                    bucketNotNull = true;
                }
                default -> equation();
            }
        }

        private void equation() {
            String key = anyName();
            Literal value;
            if (spelling.below(3) == 0) {
                value = value();
                spelling.mark("=");
                writeName(key);
            } else {
                writeName(key);
                spelling.mark("=");
                value = value();
            }
            conditions.add(Placeless.equal(key, value));
        }

        private void in() {
            String key = anyName();
            writeName(key);
            spelling.words("in").mark("(");
            Literal[] values = new Literal[1 + spelling.below(4)];
            for (int i = 0; i < values.length; i++) {
                comma(i);
                values[i] = value();
            }
            spelling.mark(")");
            conditions.add(Placeless.in(key, values));
        }

        private void isNull() {
            String key = anyName();
            boolean negated = spelling.chance();
            writeName(key);
            spelling.words(negated ? "is not null" : "is null");
            conditions.add(negated ? Placeless.not(Placeless.isNull(key)) : Placeless.isNull(key));
        }

        private void groupBy() {
            int count = spelling.below(4);
            if (count == 0) {
                return;
            }
            spelling.words("group by");
            for (int i = 0; i < count; i++) {
                comma(i);
                if (spelling.chance()) {
                    int output = spelling.below(outputs.size());
                    spelling.bare(Integer.toString(output + 1));
                    groupBy.add(new Ask.Item.Output(output, Placeless.NOWHERE));
                } else {
                    String name = anyName();
                    writeName(name);
                    groupBy.add(new Ask.Item.Named(Placeless.name(name)));
                }
            }
        }

        private Literal value() {
            Literal literal = LITERALS.get(spelling.below(LITERALS.size()));
            if (spelling.below(4) == 0) {
                parameters.add(literal);
                spelling.parenthesised(() -> spelling.bare("$" + parameters.size()));
            } else {
                spelling.parenthesised(() -> write(literal));
            }
            return literal;
        }

        private void write(Literal literal) {
            if (literal instanceof Literal.Text text) {
                spelling.text(text.text());
            } else if (literal instanceof Literal.Number number) {
                if (number.text().startsWith("-")) {
                    spelling.mark("-").bare(number.text().substring(1));
                } else {
                    spelling.bare(number.text());
                }
            } else if (literal instanceof Literal.Bool bool) {
                spelling.words(bool.value() ? "true" : "false");
            } else if (literal instanceof Literal.Typed typed) {
                if (Literals.isWrittenBefore(typed.type()) && spelling.chance()) {
                    spelling.words(typed.type()).text(typed.text());
                } else {
                    spelling.text(typed.text()).mark("::").words(typed.type());
                }
            } else {
                spelling.words("null");
            }
        }

        private void writeName(String name) {
            spelling.parenthesised(() -> spelling.name(name));
        }

        private void comma(int before) {
            if (before > 0) {
                spelling.mark(",");
            }
        }

        private String anyName() {
            return NAMES.get(spelling.below(NAMES.size()));
        }
    }
}
