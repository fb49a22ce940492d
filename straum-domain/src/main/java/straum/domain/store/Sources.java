package straum.domain.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import straum.domain.ask.CheckedAsk;
import straum.domain.spec.Condition;
import straum.domain.spec.Fact;
import straum.domain.spec.Via;
import straum.domain.value.ColumnType;
import straum.domain.value.Literal;

/**
 * Where the codes of an ask are read: the parts of its groups, and after them what only its masks read, each by a number;
 * and the masks that its conditions make.
 */
final class Sources {
    private final KeyedCells cells;
    private final Joins joins;
    private final CodeSets codeSets;
    private final Function<Via, ColumnType> types;
    private final BucketEdges edges;

    private final List<Pass.Part> parts = new ArrayList<>();

    /**
     * No sources, of an ask.
     *
     * @param codeSets takes what conditions become
     * @param types of what vias read
     */
    Sources(KeyedCells cells, Joins joins, CodeSets codeSets, Function<Via, ColumnType> types, BucketEdges edges) {
        this.cells = cells;
        this.joins = joins;
        this.codeSets = codeSets;
        this.types = types;
        this.edges = edges;
    }

    /** What is read, by number. */
    Pass.Part[] parts() {
        return parts.toArray(new Pass.Part[0]);
    }

    /** Adds a part of the groups, whatever is there. */
    void add(Pass.Part part) {
        parts.add(part);
    }

    /** What reads a via. */
    Pass.Part part(Via via) {
        int column = cells.column(via);
        if (column >= 0) {
            return new Pass.Part.OfKey(column);
        }
        Joins.Place place = joins.place((Via.Attribute) via);
        return new Pass.Part.Attribute(place.join(), place.which());
    }

    /** The codes of a via. */
    Codes codes(Via via) {
        int column = cells.column(via);
        return column >= 0 ? cells.codes(column) : joins.codes((Via.Attribute) via);
    }

    /** The number of what reads a via, added where it is not there yet. */
    private int number(Via via) {
        Pass.Part part = part(via);
        int number = parts.indexOf(part);
        if (number < 0) {
            parts.add(part);
            number = parts.size() - 1;
        }
        return number;
    }

    /** Where a condition on vias is true. */
    Mask mask(Condition<Via, Literal> condition) {
        return Mask.of(condition, Truth.TRUE, this::in);
    }

    /** Where a condition on keys of the fact, and on the bucket as {@link CheckedAsk#BUCKET}, is true. */
    Mask mask(Condition<Integer, Literal> condition, Fact fact) {
        return Mask.of(
                condition,
                Truth.TRUE,
                (key, of, wanted) -> key == CheckedAsk.BUCKET
                        ? edges.mask(of, wanted)
                        : in(fact.keys().get(key).via(), of, wanted));
    }

    private Mask in(Via via, Condition<?, Literal> condition, Truth wanted) {
        return new Mask.In(number(via), codeSets.of(condition, wanted, types.apply(via), codes(via)));
    }
}
