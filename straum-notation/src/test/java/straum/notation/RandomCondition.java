package straum.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import straum.domain.spec.Condition;

/** A random condition, and a random spelling of it. */
final class RandomCondition<S, V> {
    /** Something, and how it is written. */
    record Written<T>(T value, Runnable writer) {}

    /** A condition, how it is written, and how tightly it binds: OR 0, AND 1, NOT 2, the others 3. */
    record Result<S, V>(Condition<S, V> condition, Runnable writer, int binding) {}

    private final Spelling spelling;
    private final Supplier<Written<S>> subjects;
    private final Supplier<Written<V>> values;
    private final boolean collates;

    /**
     * @param subjects what may be tested, written in parentheses or not
     * @param values what it may be compared with
     * @param collates whether an order comparison may say {@code COLLATE "C"}
     */
    RandomCondition(Spelling spelling, Supplier<Written<S>> subjects, Supplier<Written<V>> values, boolean collates) {
        this.spelling = spelling;
        this.subjects = subjects;
        this.values = values;
        this.collates = collates;
    }

    /** A condition in which others nest at most so deep. */
    Result<S, V> of(int depth) {
        if (depth > 0) {
            switch (spelling.below(6)) {
                case 0 -> {
                    return chain(depth, true);
                }
                case 1 -> {
                    return chain(depth, false);
                }
                case 2 -> {
                    Result<S, V> of = of(depth - 1);
                    return new Result<>(
                            new Condition.Not<>(of.condition),
                            () -> {
                                spelling.words("not");
                                write(of, 2);
                            },
                            2);
                }
                case 3 -> {
                    return is(of(depth - 1));
                }
                default -> {}
            }
        }
        return predicate();
    }

    /** Both at once as the reader has it: an AND directly within another is one with it. */
    static <S, V> Condition<S, V> and(List<Condition<S, V>> conditions) {
        List<Condition<S, V>> all = new ArrayList<>();
        for (Condition<S, V> each : conditions) {
            if (each instanceof Condition.And<S, V> and) {
                all.addAll(and.all());
            } else {
                all.add(each);
            }
        }
        return all.size() == 1 ? all.get(0) : new Condition.And<>(all);
    }

    /** Writes it where something that binds as tightly stands around it. */
    void write(Result<S, V> result, int binding) {
        if (result.binding >= binding) {
            spelling.parenthesised(result.writer);
        } else {
            spelling.mark("(").parenthesised(result.writer).mark(")");
        }
    }

    private Result<S, V> chain(int depth, boolean and) {
        List<Result<S, V>> results = new ArrayList<>();
        int count = 2 + spelling.below(2);
        for (int i = 0; i < count; i++) {
            results.add(of(depth - 1));
        }
        List<Condition<S, V>> conditions = new ArrayList<>();
        for (Result<S, V> each : results) {
            if (!and && each.condition instanceof Condition.Or<S, V> or) {
                conditions.addAll(or.any());
            } else {
                conditions.add(each.condition);
            }
        }
        Runnable writer = () -> {
            for (int i = 0; i < results.size(); i++) {
                if (i > 0) {
                    spelling.words(and ? "and" : "or");
                }
                write(results.get(i), and ? 1 : 0);
            }
        };
        return new Result<>(and ? and(conditions) : new Condition.Or<>(conditions), writer, and ? 1 : 0);
    }

    private Result<S, V> is(Result<S, V> of) {
        boolean value = spelling.chance();
        // PostgreSQL compares before it asks IS; the parser reads so only what stands in parentheses.
        boolean alone = of.condition instanceof Condition.Holds<S, V>;
        Runnable writer = () -> {
            write(of, alone ? 3 : 4);
            spelling.words("is");
        };
        return negatable(
                new Condition.Is<>(of.condition, value), writer, () -> spelling.words(value ? "true" : "false"));
    }

    private Result<S, V> predicate() {
        Written<S> subject = subjects.get();
        Written<V> value = values.get();
        return switch (spelling.below(7)) {
            case 0 ->
                negatable(
                        new Condition.IsNull<>(subject.value),
                        () -> {
                            subject.writer.run();
                            spelling.words("is");
                        },
                        () -> spelling.words("null"));
            case 1 -> new Result<>(new Condition.Holds<>(subject.value), subject.writer, 3);
            case 2 -> isDistinct(subject, value);
            case 3 ->
                negatable(new Condition.Like<>(subject.value, value.value), subject.writer, () -> {
                    spelling.words("like");
                    value.writer.run();
                });
            case 4 -> in(subject, value);
            case 5 -> between(subject, value, values.get());
            default -> comparison(subject, value);
        };
    }

    /** The condition, or with NOT between its two halves the opposite. */
    private Result<S, V> negatable(Condition<S, V> condition, Runnable head, Runnable tail) {
        boolean negated = spelling.chance();
        Runnable writer = () -> {
            head.run();
            if (negated) {
                spelling.words("not");
            }
            tail.run();
        };
        return new Result<>(negated ? new Condition.Not<>(condition) : condition, writer, 3);
    }

    private Result<S, V> isDistinct(Written<S> subject, Written<V> value) {
        boolean distinct = spelling.chance();
        boolean valueFirst = spelling.chance();
        Condition<S, V> condition = new Condition.IsNotDistinct<>(subject.value, value.value);
        Runnable writer = () -> {
            (valueFirst ? value.writer : subject.writer).run();
            spelling.words(distinct ? "is distinct from" : "is not distinct from");
            (valueFirst ? subject.writer : value.writer).run();
        };
        return new Result<>(distinct ? new Condition.Not<>(condition) : condition, writer, 3);
    }

    private Result<S, V> in(Written<S> subject, Written<V> first) {
        List<Written<V>> all = new ArrayList<>(List.of(first));
        int more = spelling.below(3);
        for (int i = 0; i < more; i++) {
            all.add(values.get());
        }
        return negatable(
                new Condition.In<>(
                        subject.value, all.stream().map(Written::value).toList()),
                subject.writer,
                () -> {
                    spelling.words("in").mark("(");
                    for (int i = 0; i < all.size(); i++) {
                        if (i > 0) {
                            spelling.mark(",");
                        }
                        all.get(i).writer.run();
                    }
                    spelling.mark(")");
                });
    }

    private Result<S, V> between(Written<S> subject, Written<V> from, Written<V> to) {
        boolean collateC = collates && spelling.chance();
        Condition<S, V> condition = new Condition.And<>(List.of(
                new Condition.Compare<>(subject.value, Condition.Operator.GREATER_OR_EQUAL, from.value, collateC),
                new Condition.Compare<>(subject.value, Condition.Operator.LESS_OR_EQUAL, to.value, collateC)));
        return negatable(condition, () -> collated(subject, collateC), () -> {
            spelling.words("between");
            from.writer.run();
            spelling.words("and");
            to.writer.run();
        });
    }

    private Result<S, V> comparison(Written<S> subject, Written<V> value) {
        Condition.Operator operator = Condition.Operator.values()[spelling.below(6)];
        boolean collateC = collates && operator.orders() && spelling.chance();
        boolean valueFirst = spelling.chance();
        Condition.Operator written = valueFirst ? operator.mirrored() : operator;
        String sql = operator == Condition.Operator.NOT_EQUAL && spelling.chance()
                ? "!= "
                : written.sql(); // !=- is an operator
        Runnable writer = () -> {
            if (valueFirst) {
                value.writer.run();
            } else {
                collated(subject, collateC);
            }
            spelling.mark(sql);
            if (valueFirst) {
                collated(subject, collateC);
            } else {
                value.writer.run();
            }
        };
        return new Result<>(new Condition.Compare<>(subject.value, operator, value.value, collateC), writer, 3);
    }

    private void collated(Written<S> subject, boolean collateC) {
        if (collateC) {
            spelling.parenthesised(() -> {
                subject.writer.run();
                spelling.words("collate").name("C");
            });
        } else {
            subject.writer.run();
        }
    }
}
