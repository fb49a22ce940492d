package straum.cli;

import java.util.Locale;
import java.util.stream.Collectors;
import straum.domain.spec.Aggregate;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;
import straum.domain.spec.Ref;
import straum.domain.spec.Spec;
import straum.domain.spec.Table;
import straum.domain.spec.Via;
import straum.domain.spec.Width;

/** What a spec would keep, for people. */
final class Kept {
    private Kept() {}

    /** A paragraph a view, then the tables and columns that are read. */
    static String describe(Spec spec) {
        StringBuilder out = new StringBuilder();
        for (Fact fact : spec.facts()) {
            describe(fact, out);
        }
        out.append("reads\n");
        for (Table table : spec.tables()) {
            out.append("  ").append(table.name()).append(" (");
            out.append(String.join(", ", table.columns())).append(")\n");
        }
        return out.toString();
    }

    private static void describe(Fact fact, StringBuilder out) {
        String widths = fact.widths().stream().map(Width::toString).collect(Collectors.joining(", "));
        out.append("view ")
                .append(fact.name())
                .append(" of ")
                .append(fact.table())
                .append('\n');
        out.append("  bucket   ")
                .append(widths)
                .append(", by ")
                .append(fact.time())
                .append('\n');
        for (Key key : fact.keys()) {
            out.append("  key      ").append(key.name()).append(", ").append(read(fact, key.via()));
            out.append('\n');
        }
        for (Measure measure : fact.measures()) {
            out.append("  measure  ").append(measure.name()).append(", ").append(aggregate(measure.aggregate()));
            out.append('\n');
        }
        for (Ref ref : fact.refs()) {
            String on = ref.on().stream()
                    .map(equation -> ref.alias() + "." + equation.column() + " = " + read(fact, equation.via()))
                    .collect(Collectors.joining(" and "));
            String kind = ref.kind() == Ref.Kind.LEFT ? "left join" : "join";
            out.append("  ")
                    .append(kind)
                    .append(' ')
                    .append(ref.table())
                    .append(' ')
                    .append(ref.alias());
            out.append(" on ").append(on).append('\n');
        }
        out.append('\n');
    }

    private static String read(Fact fact, Via via) {
        if (via instanceof Via.Attribute attribute) {
            return fact.refs().get(attribute.ref()).alias() + "." + attribute.column();
        }
        return fact.table().name() + "." + via.column();
    }

    private static String aggregate(Aggregate aggregate) {
        String input = aggregate.input();
        return switch (aggregate.kind()) {
            case COUNT_ROWS -> "count(*)";
            case COUNT_DISTINCT -> "count(distinct " + input + ")";
            case PERCENTILE_DISC -> "percentile_disc(" + aggregate.fraction() + ") of " + input;
            case COUNT, SUM, AVG, MIN, MAX, BOOL_AND, BOOL_OR ->
                aggregate.kind().name().toLowerCase(Locale.ROOT) + "(" + input + ")";
        };
    }
}
