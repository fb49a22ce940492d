package straum.domain.store;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import straum.domain.ask.CheckedAsk;
import straum.domain.spec.Condition;
import straum.domain.spec.Width;
import straum.domain.value.ColumnType;
import straum.domain.value.Epoch;
import straum.domain.value.Literal;

/** What filters of an ask say of the bucket: comparisons of its edge by {@code >=} and {@code <}. */
final class BucketEdges {
    private static final long MICROS = 1_000_000;

    private final ColumnType type;
    private final Width width;

    /**
     * The edges of a view's buckets.
     *
     * @param type of the bucket
     * @param width the narrowest
     */
    BucketEdges(ColumnType type, Width width) {
        this.type = type;
        this.width = width;
    }

    /** The edges at which one of the conditions may change, ascending. */
    long[] cuts(List<Condition<Integer, Literal>> conditions) {
        if (conditions.isEmpty()) {
            return new long[0];
        }
        TreeSet<Long> cuts = new TreeSet<>();
        conditions.forEach(condition -> addCuts(condition, cuts));
        return cuts.stream().mapToLong(Long::longValue).toArray();
    }

    private void addCuts(Condition<Integer, Literal> condition, Set<Long> into) {
        if (condition instanceof Condition.And<Integer, Literal> and) {
            and.all().forEach(each -> addCuts(each, into));
        } else if (condition instanceof Condition.Or<Integer, Literal> or) {
            or.any().forEach(each -> addCuts(each, into));
        } else if (condition instanceof Condition.Not<Integer, Literal> not) {
            addCuts(not.of(), into);
        } else if (condition instanceof Condition.Is<Integer, Literal> is) {
            addCuts(is.of(), into);
        } else if (condition instanceof Condition.Compare<Integer, Literal> compare
                && compare.subject() == CheckedAsk.BUCKET
                && !(compare.value() instanceof Literal.Null)) {
            into.add(edge(compare.value()));
        }
    }

    /** Where a condition on the bucket is as wanted; null to have it taken apart first. */
    @Nullable Mask mask(Condition<Integer, Literal> condition, Truth wanted) {
        if (!(condition instanceof Condition.Compare<Integer, Literal> compare)) {
            return null;
        }
        if (compare.value() instanceof Literal.Null) {
            return new Mask.Edges(0, 0);
        }
        boolean from = switch (compare.operator()) {
            case GREATER_OR_EQUAL -> wanted == Truth.TRUE;
            case LESS -> wanted == Truth.FALSE;
            default -> throw new IllegalArgumentException(String.valueOf(condition));
        };
        long edge = edge(compare.value());
        return from ? new Mask.Edges(edge, Long.MAX_VALUE) : new Mask.Edges(Long.MIN_VALUE, edge);
    }

    /** The first edge not before a time, in epoch seconds; beyond all for an infinity. */
    private long edge(Literal time) {
        byte[] value = type.read(time);
        if (value == null) {
            throw new IllegalArgumentException(time + " is no value of " + type.name());
        }
        long micros = ColumnType.longOf(value, 0, value.length);
        if (micros == Long.MIN_VALUE || micros > Long.MAX_VALUE - Epoch.MICROS) {
            return micros == Long.MIN_VALUE ? micros : Long.MAX_VALUE;
        }
        return Cover.ceiling(-Math.floorDiv(-(micros + Epoch.MICROS), MICROS), width);
    }
}
