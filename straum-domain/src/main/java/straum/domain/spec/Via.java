package straum.domain.spec;

/** Where a row of a fact has a value: a column of its own, or one of a dim it joins. A join leads through vias, a key reads one. */
public sealed interface Via {
    /** The column's name in its table. */
    String column();

    /** A column of the fact's own table. */
    record Column(String column) implements Via {}

    /**
     * A column of a joined dim.
     *
     * @param ref the index in {@link Fact#refs} of the ref that joins the dim
     */
    record Attribute(int ref, String column) implements Via {}
}
