package straum.notation;

import net.sf.jsqlparser.expression.CollateExpression;
import net.sf.jsqlparser.expression.Expression;
import org.jspecify.annotations.Nullable;

/**
 * What is ordered or tested, as written.
 *
 * @param collateC whether {@code COLLATE "C"} stands behind it
 */
record Collated<S>(S subject, boolean collateC) {
    private static final String HINT = "COLLATE \"C\" stands behind the column of <, <=, >, >=, BETWEEN, min, max or"
            + " percentile_disc, and nowhere else";

    /** Takes what is ordered or tested. */
    @FunctionalInterface
    interface Reader<S> {
        /** Takes it, in parentheses or not; null, with nothing taken, when the expression is no such thing. */
        @Nullable S take(Expression expression) throws Refusal;
    }

    /**
     * Takes it, with its COLLATE where it has one; null, with nothing taken, when the expression is no such thing.
     *
     * @param ordered whether it is ordered, and not only equal or not
     */
    static <S> @Nullable Collated<S> take(Sentence sentence, Expression expression, Reader<S> reader, boolean ordered)
            throws Refusal {
        Bare bare = Bare.of(expression);
        if (!(bare.expression() instanceof CollateExpression collate)) {
            S subject = reader.take(expression);
            return subject == null ? null : new Collated<>(subject, false);
        }
        bare.open(sentence);
        S subject = reader.take(collate.getLeftExpression());
        if (subject == null) {
            throw sentence.refusal("COLLATE stands behind what is no column", HINT);
        }
        if (!ordered) {
            throw sentence.refusal("a COLLATE says how text is ordered, and nothing is ordered here", HINT);
        }
        sentence.take("collate");
        Token name = sentence.takeName(collate.getCollate());
        if (!name.text().equals("C")) {
            throw new Refusal(name.place(), "the collation " + name.shown() + " is not read", "write COLLATE \"C\"");
        }
        bare.close(sentence);
        return new Collated<>(subject, true);
    }
}
