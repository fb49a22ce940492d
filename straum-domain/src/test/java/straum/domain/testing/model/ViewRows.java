package straum.domain.testing.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import straum.domain.spec.Fact;
import straum.domain.spec.Ref;
import straum.domain.spec.TableName;
import straum.domain.spec.Via;

/** The rows of a view before they are grouped, as its FROM and WHERE read: nested loops over all rows of all tables. */
final class ViewRows {
    private final Tables tables;
    private final Fact fact;

    ViewRows(Tables tables, Fact fact) {
        this.tables = tables;
        this.fact = fact;
    }

    /** Those whose time falls into a bucket; each as often as it joins. */
    List<Joined> all() {
        List<Joined> all = new ArrayList<>();
        for (Row row : tables.rows(fact.table())) {
            Long bucket = bucket(row);
            if (bucket != null && Logic.meets(fact.where(), columns(fact.table(), row))) {
                all.addAll(join(new Joined(bucket, row, List.of())));
            }
        }
        return all;
    }

    /** The buckets that rows of the fact fall into, whatever they join and meet. */
    List<Long> buckets() {
        List<Long> buckets = new ArrayList<>();
        for (Row row : tables.rows(fact.table())) {
            Long bucket = bucket(row);
            if (bucket != null) {
                buckets.add(bucket);
            }
        }
        return buckets;
    }

    private @Nullable Long bucket(Row row) {
        Value time = tables.operand(fact.table(), row, fact.time()).value();
        return Times.bucket(time, fact.width().seconds());
    }

    private Function<String, Tables.Operand> columns(TableName table, Row row) {
        return column -> tables.operand(table, row, column);
    }

    /** Every way a row joins, from its first ref not joined yet. */
    private List<Joined> join(Joined so) {
        if (so.matches().size() == fact.refs().size()) {
            return List.of(so);
        }
        Ref ref = fact.refs().get(so.matches().size());
        List<Row> matches = new ArrayList<>();
        for (Row candidate : tables.rows(ref.table())) {
            if (isMatch(so, ref, candidate)) {
                matches.add(candidate);
            }
        }
        List<Joined> joined = new ArrayList<>();
        switch (ref.kind()) {
            case INNER, LEFT -> {
                matches.forEach(match -> joined.addAll(join(so.with(match))));
                if (matches.isEmpty() && ref.kind() == Ref.Kind.LEFT) {
                    joined.addAll(join(so.with(null)));
                }
            }
            case SEMI, ANTI -> {
                if (matches.isEmpty() == (ref.kind() == Ref.Kind.ANTI)) {
                    joined.addAll(join(so.with(null)));
                }
            }
        }
        return joined;
    }

    private boolean isMatch(Joined so, Ref ref, Row candidate) {
        for (Ref.On on : ref.on()) {
            Value left = tables.operand(ref.table(), candidate, on.column()).value();
            Value right = operand(so, on.via()).value();
            if (left == null || right == null || !left.equality().equals(right.equality())) {
                return false;
            }
        }
        return Logic.meets(ref.condition(), columns(ref.table(), candidate));
    }

    /** What a via reads of a row. */
    Tables.Operand operand(Joined joined, Via via) {
        if (via instanceof Via.Attribute attribute) {
            TableName table = fact.refs().get(attribute.ref()).table();
            return tables.operand(table, joined.matches().get(attribute.ref()), attribute.column());
        }
        return tables.operand(fact.table(), joined.row(), via.column());
    }
}
