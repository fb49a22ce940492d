package straum.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.Via;
import straum.domain.spec.Width;
import straum.domain.value.Literal;
import straum.notation.ConditionText;

/** What a spec would keep, for people: what it says, in its own words but short, and what that costs. */
final class Kept {
    private final Fact fact;
    private final StringBuilder out;

    private Kept(Fact fact, StringBuilder out) {
        this.fact = fact;
        this.out = out;
    }

    /** A paragraph a view, then the tables and columns that are read. */
    static String describe(Spec spec) {
        StringBuilder out = new StringBuilder();
        for (Fact fact : spec.facts()) {
            new Kept(fact, out).describe();
        }
        out.append("reads\n");
        for (Table table : spec.tables()) {
            out.append("  ").append(table.name()).append(" (");
            out.append(String.join(", ", table.columns())).append(")\n");
        }
        return out.toString();
    }

    private void describe() {
        out.append("view ").append(fact.name()).append(" of ").append(fact.table());
        out.append('\n');
        line(
                "bucket",
                fact.widths().stream().map(Width::toString).collect(Collectors.joining(", ")) + ", by " + fact.time());
        for (Key key : fact.keys()) {
            line("key", key.name() + ", " + read(key.via()));
        }
        for (Measure measure : fact.measures()) {
            line("measure", measure.name() + ", " + aggregate(measure.aggregate()) + filter(measure));
        }
        for (Ref ref : fact.refs()) {
            if (ref.kind().reads()) {
                String kind = ref.kind() == Ref.Kind.LEFT ? "LEFT JOIN " : "JOIN ";
                line("join", kind + table(ref) + " ON " + on(ref));
            }
        }
        for (String condition : where()) {
            line("where", condition);
        }
        line("cells", cells());
        out.append('\n');
    }

    private void line(String what, String text) {
        out.append("  ").append(what).append(" ".repeat(9 - what.length())).append(text);
        out.append('\n');
    }

    /** The conditions on a row, all of which must be true. */
    private List<String> where() {
        List<String> conditions = new ArrayList<>();
        if (fact.where() instanceof Condition.And<String, Literal> and) {
            and.all().forEach(each -> conditions.add(ConditionText.of(each, this::ofFact)));
        } else if (fact.where() != null) {
            conditions.add(ConditionText.of(fact.where(), this::ofFact));
        }
        for (Ref ref : fact.refs()) {
            if (!ref.kind().reads()) {
                String not = ref.kind() == Ref.Kind.ANTI ? "NOT " : "";
                conditions.add(not + "EXISTS (SELECT 1 FROM " + table(ref) + " WHERE " + on(ref) + ")");
            }
        }
        return conditions;
    }

    private static String table(Ref ref) {
        return ref.table() + " " + ref.alias();
    }

    private String on(Ref ref) {
        List<String> conditions = new ArrayList<>();
        ref.on().forEach(on -> conditions.add(ref.alias() + "." + on.column() + " = " + read(on.via())));
        if (ref.condition() != null) {
            conditions.add(ConditionText.of(ref.condition(), column -> ref.alias() + "." + column));
        }
        return String.join(" AND ", conditions);
    }

    /** What tells cells apart, and which cells there are besides: both are what memory goes by. */
    private String cells() {
        List<String> key = fact.rollupKey();
        List<String> values = fact.valueInputs();
        return (key.isEmpty() ? "one a bucket" : "one a bucket and " + String.join(", ", key))
                + (values.isEmpty() ? "" : "; value cells of " + String.join(", ", values))
                + (fact.refs().isEmpty() ? "" : "; bound cells: " + (fact.isBound() ? "yes" : "no"));
    }

    private String read(Via via) {
        return via instanceof Via.Attribute attribute
                ? fact.refs().get(attribute.ref()).alias() + "." + attribute.column()
                : ofFact(via.column());
    }

    private String ofFact(String column) {
        return fact.table().name() + "." + column;
    }

    private String filter(Measure measure) {
        return measure.filter() == null ? "" : " FILTER (WHERE " + ConditionText.of(measure.filter(), this::read) + ")";
    }

    private static String aggregate(Aggregate aggregate) {
        String input = aggregate.input() + (aggregate.collateC() ? " COLLATE \"C\"" : "");
        return aggregate.sql(input);
    }
}
