package straum.pg;

import java.util.List;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/** All that does not fit, as one failure. */
final class Unfits {
    private Unfits() {}

    /**
     * Throws when there is anything.
     *
     * @throws SourceException UNFIT, with every mismatch and its SQL on lines of their own
     */
    static void refuse(List<Unfit> unfit) throws SourceException {
        if (!unfit.isEmpty()) {
            throw new SourceException(Kind.UNFIT, text(unfit) + hint(unfit));
        }
    }

    private static String hint(List<Unfit> unfit) {
        return unfit.stream().allMatch(each -> each.sql() == null)
                ? ""
                : "\nstraum plan with --dsn prints this SQL to be run at once, and straum check looks whether all is mended";
    }

    /** For people: one line alone for one mismatch; for several a heading and a line each, the SQL below. */
    static String text(List<Unfit> unfit) {
        StringBuilder text = new StringBuilder();
        if (unfit.size() > 1) {
            text.append("the database does not fit the spec in ")
                    .append(unfit.size())
                    .append(" ways");
        }
        for (Unfit each : unfit) {
            text.append(unfit.size() > 1 ? "\n- " : "").append(each.message());
            if (each.sql() != null) {
                text.append("\n  ").append(each.sql());
            }
        }
        return text.toString();
    }
}
