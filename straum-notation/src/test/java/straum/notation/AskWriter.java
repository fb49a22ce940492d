package straum.notation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.Ask;
import straum.domain.ask.Name;
import straum.domain.ask.Operand;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.value.Literal;

/** Writes an ask in one of its many spellings. */
final class AskWriter {
    private final Spelling spelling;

    AskWriter(Random random) {
        this.spelling = new Spelling(random);
    }

    /** Writes it. */
    String write(Ask ask) {
        spelling.words("select");
        list(ask.outputs(), this::output);
        spelling.words("from").name(ask.view().text());
        where(ask);
        if (!ask.groupBy().isEmpty()) {
            spelling.words("group by");
            list(ask.groupBy(), item -> grouped(ask, item));
        }
        if (!ask.having().isEmpty()) {
            spelling.words("having");
            conjunction(new ArrayList<>(ask.having().stream()
                    .<Runnable>map(each -> () -> having(each))
                    .toList()));
        }
        if (!ask.orderBy().isEmpty()) {
            spelling.words("order by");
            list(ask.orderBy(), order -> order(ask, order));
        }
        boolean offsetFirst = spelling.chance();
        if (offsetFirst) {
            rows("offset", ask.offset());
        }
        rows("limit", ask.limit());
        if (!offsetFirst) {
            rows("offset", ask.offset());
        }
        if (spelling.chance()) {
            spelling.mark(";");
        }
        return spelling.toString();
    }

    /** Whether two outputs are the same expression, whatever they are named. */
    static boolean isSame(Ask.Output a, Ask.Output b) {
        if (a instanceof Ask.Output.Filtered one && b instanceof Ask.Output.Filtered other) {
            return one.measure().equals(other.measure()) && Objects.equals(one.filter(), other.filter());
        }
        if (a instanceof Ask.Output.Timed one && b instanceof Ask.Output.Timed other) {
            return one.time().equals(other.time());
        }
        return a == b;
    }

    private void output(Ask.Output output) {
        if (output instanceof Ask.Output.Named named) {
            writeName(named.name().text());
            if (!named.as().equals(named.name().text())) {
                spelling.as(named.as());
            }
            return;
        }
        expression(output);
        spelling.as(output.as());
    }

    private void expression(Ask.Output output) {
        if (output instanceof Ask.Output.Filtered filtered) {
            spelling.parenthesised(() -> measure(filtered.measure(), filtered.filter()));
        } else if (output instanceof Ask.Output.Timed timed) {
            spelling.parenthesised(() -> time(timed.time()));
        } else {
            throw new AssertionError(output);
        }
    }

    private void measure(Name measure, @Nullable Condition<Name, Operand> filter) {
        spelling.words("measure").mark("(");
        writeName(measure.text());
        spelling.mark(")");
        if (filter != null) {
            spelling.words("filter").mark("(").words("where");
            condition(filter);
            spelling.mark(")");
        }
    }

    private void time(Ask.Time time) {
        Operand first;
        @Nullable Operand last;
        if (time instanceof Ask.Time.Bin bin) {
            spelling.words("date_bin");
            first = bin.width();
            last = bin.origin();
        } else {
            Ask.Time.Trunc trunc = (Ask.Time.Trunc) time;
            spelling.words("date_trunc");
            first = trunc.unit();
            last = trunc.zone();
        }
        spelling.mark("(");
        value(first);
        spelling.mark(",");
        writeName(Fact.BUCKET);
        if (last != null) {
            spelling.mark(",");
            value(last);
        }
        spelling.mark(")");
    }

    private void where(Ask ask) {
        List<Runnable> conjuncts = new ArrayList<>();
        if (ask.where() instanceof Condition.And<Name, Operand> and) {
            conjuncts.addAll(conjuncts(and.all()));
        } else if (ask.where() != null) {
            Condition<Name, Operand> where = ask.where();
            conjuncts.add(() -> operand(where));
        }
        Operand from = ask.range().from();
        if (from != null) {
            conjuncts.add(
                    spelling.below(conjuncts.size() + 1),
                    () -> compare(bound(Condition.Operator.GREATER_OR_EQUAL, from)));
        }
        Operand to = ask.range().to();
        if (to != null) {
            conjuncts.add(spelling.below(conjuncts.size() + 1), () -> compare(bound(Condition.Operator.LESS, to)));
        }
        if (ask.range().notNull()) {
            conjuncts.add(spelling.below(conjuncts.size() + 1), () -> {
                writeName(Fact.BUCKET);
                spelling.words("is not null");
            });
        }
        if (!conjuncts.isEmpty()) {
            spelling.words("where");
            conjunction(conjuncts);
        }
    }

    private static Condition.Compare<Name, Operand> bound(Condition.Operator operator, Operand edge) {
        return new Condition.Compare<>(Placeless.name(Fact.BUCKET), operator, edge, false);
    }

    /** Conditions joined by AND, however parentheses group them. */
    private void conjunction(List<Runnable> conjuncts) {
        chain(conjuncts, "and");
    }

    private void chain(List<Runnable> links, String by) {
        if (links.size() == 1) {
            spelling.parenthesised(links.get(0));
            return;
        }
        int left = 1 + spelling.below(links.size() - 1);
        spelling.parenthesised(() -> chain(links.subList(0, left), by))
                .words(by)
                .parenthesised(() -> chain(links.subList(left, links.size()), by));
    }

    /** Conditions to be joined by AND; two that a BETWEEN says, by it or not. */
    private List<Runnable> conjuncts(List<Condition<Name, Operand>> all) {
        List<Runnable> conjuncts = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Condition<Name, Operand> each = all.get(i);
            if (i + 1 < all.size() && isBetween(each, all.get(i + 1)) && spelling.chance()) {
                Condition<Name, Operand> next = all.get(++i);
                conjuncts.add(() -> between(each, next, false));
            } else {
                conjuncts.add(() -> operand(each));
            }
        }
        return conjuncts;
    }

    private static boolean isBetween(Condition<Name, Operand> from, Condition<Name, Operand> to) {
        return from instanceof Condition.Compare<Name, Operand> lower
                && to instanceof Condition.Compare<Name, Operand> upper
                && lower.operator() == Condition.Operator.GREATER_OR_EQUAL
                && upper.operator() == Condition.Operator.LESS_OR_EQUAL
                && lower.subject().equals(upper.subject());
    }

    private void between(Condition<Name, Operand> from, Condition<Name, Operand> to, boolean negated) {
        writeName(((Condition.Compare<Name, Operand>) from).subject().text());
        spelling.words(negated ? "not between" : "between");
        value(((Condition.Compare<Name, Operand>) from).value());
        spelling.words("and");
        value(((Condition.Compare<Name, Operand>) to).value());
    }

    /** A condition as an operand of AND, OR or NOT: in parentheses where it must be. */
    private void operand(Condition<Name, Operand> condition) {
        if (condition instanceof Condition.And<Name, Operand> || condition instanceof Condition.Or<Name, Operand>) {
            spelling.mark("(");
            condition(condition);
            spelling.mark(")");
        } else {
            condition(condition);
        }
    }

    private void condition(Condition<Name, Operand> condition) {
        spelling.parenthesised(() -> bare(condition));
    }

    private void bare(Condition<Name, Operand> condition) {
        if (condition instanceof Condition.And<Name, Operand> and) {
            chain(conjuncts(and.all()), "and");
        } else if (condition instanceof Condition.Or<Name, Operand> or) {
            chain(or.any().stream().<Runnable>map(each -> () -> operand(each)).toList(), "or");
        } else if (condition instanceof Condition.Not<Name, Operand> not) {
            not(not.of());
        } else if (condition instanceof Condition.Is<Name, Operand> is) {
            is(is, false);
        } else if (condition instanceof Condition.Holds<Name, Operand> holds) {
            writeName(holds.subject().text());
        } else if (condition instanceof Condition.Compare<Name, Operand> compare) {
            compare(compare);
        } else if (condition instanceof Condition.In<Name, Operand> in) {
            in(in, "in");
        } else if (condition instanceof Condition.IsNull<Name, Operand> isNull) {
            writeName(isNull.subject().text());
            spelling.words("is null");
        } else if (condition instanceof Condition.IsNotDistinct<Name, Operand> same) {
            distinct(same, "is not distinct from");
        } else {
            like((Condition.Like<Name, Operand>) condition, "like");
        }
    }

    private void not(Condition<Name, Operand> of) {
        if (spelling.chance()) {
            if (of instanceof Condition.Is<Name, Operand> is) {
                is(is, true);
                return;
            }
            if (of instanceof Condition.In<Name, Operand> in) {
                in(in, "not in");
                return;
            }
            if (of instanceof Condition.IsNull<Name, Operand> isNull) {
                writeName(isNull.subject().text());
                spelling.words("is not null");
                return;
            }
            if (of instanceof Condition.IsNotDistinct<Name, Operand> same) {
                distinct(same, "is distinct from");
                return;
            }
            if (of instanceof Condition.Like<Name, Operand> like) {
                like(like, "not like");
                return;
            }
            if (of instanceof Condition.And<Name, Operand> and
                    && and.all().size() == 2
                    && isBetween(and.all().get(0), and.all().get(1))) {
                between(and.all().get(0), and.all().get(1), true);
                return;
            }
        }
        spelling.words("not");
        operand(of);
    }

    private void is(Condition.Is<Name, Operand> is, boolean negated) {
        if (is.of() instanceof Condition.Holds<Name, Operand>) {
            condition(is.of());
        } else {
            spelling.mark("(");
            condition(is.of());
            spelling.mark(")");
        }
        spelling.words(negated ? "is not" : "is").words(is.value() ? "true" : "false");
    }

    private void compare(Condition.Compare<Name, Operand> compare) {
        if (spelling.below(3) == 0) {
            value(compare.value());
            operator(compare.operator().mirrored());
            writeName(compare.subject().text());
        } else {
            writeName(compare.subject().text());
            operator(compare.operator());
            value(compare.value());
        }
    }

    private void operator(Condition.Operator operator) {
        spelling.operator(operator == Condition.Operator.NOT_EQUAL && spelling.chance() ? "!=" : operator.sql());
    }

    private void in(Condition.In<Name, Operand> in, String words) {
        writeName(in.subject().text());
        spelling.words(words).mark("(");
        list(in.values(), this::value);
        spelling.mark(")");
    }

    private void distinct(Condition.IsNotDistinct<Name, Operand> same, String words) {
        if (spelling.below(3) == 0) {
            value(same.value());
            spelling.words(words);
            writeName(same.subject().text());
        } else {
            writeName(same.subject().text());
            spelling.words(words);
            value(same.value());
        }
    }

    private void like(Condition.Like<Name, Operand> like, String words) {
        writeName(like.subject().text());
        spelling.words(words);
        value(like.pattern());
    }

    private void grouped(Ask ask, Ask.Item item) {
        if (item instanceof Ask.Item.Named named) {
            writeName(named.name().text());
        } else if (item instanceof Ask.Item.Timed timed) {
            spelling.parenthesised(() -> time(timed.time()));
        } else {
            int index = ((Ask.Item.Output) item).index();
            if (ask.outputs().get(index) instanceof Ask.Output.Timed timed
                    && isFirst(ask, index)
                    && spelling.chance()) {
                expression(timed);
            } else {
                position(index);
            }
        }
    }

    /** Whether no output before is the same expression, so that the expression means this one. */
    private static boolean isFirst(Ask ask, int index) {
        return ask.outputs().subList(0, index).stream()
                .noneMatch(each -> isSame(each, ask.outputs().get(index)));
    }

    private void position(int index) {
        spelling.parenthesised(() -> spelling.bare(Integer.toString(index + 1)));
    }

    private void having(Ask.Having having) {
        boolean mirrored = spelling.below(3) == 0;
        if (mirrored) {
            value(having.value());
            operator(having.operator().mirrored());
        }
        spelling.parenthesised(() -> {
            if (having.filter() == null && spelling.chance()) {
                spelling.name(having.measure().text());
            } else {
                measure(having.measure(), having.filter());
            }
        });
        if (!mirrored) {
            operator(having.operator());
            value(having.value());
        }
    }

    private void order(Ask ask, Ask.Order order) {
        if (order.by() instanceof Ask.Item.Named named) {
            writeName(named.name().text());
        } else {
            int index = ((Ask.Item.Output) order.by()).index();
            boolean named = ask.outputs().get(index) instanceof Ask.Output.Named;
            if (named || !isFirst(ask, index) || spelling.chance()) {
                position(index);
            } else {
                expression(ask.outputs().get(index));
            }
        }
        if (order.descending()) {
            spelling.words("desc");
        } else {
            spelling.maybe("asc");
        }
        if (order.nullsFirst() != order.descending() || spelling.chance()) {
            spelling.words(order.nullsFirst() ? "nulls first" : "nulls last");
        }
    }

    private void rows(String word, @Nullable Operand rows) {
        if (rows != null) {
            spelling.words(word);
            value(rows);
        }
    }

    private void value(Operand operand) {
        spelling.parenthesised(() -> write(operand.value()));
    }

    private void write(Literal literal) {
        if (literal instanceof Literal.Parameter parameter) {
            spelling.bare("$" + parameter.number());
        } else if (literal instanceof Literal.Text text) {
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

    private <T> void list(List<T> items, Consumer<T> each) {
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                spelling.mark(",");
            }
            each.accept(items.get(i));
        }
    }
}
