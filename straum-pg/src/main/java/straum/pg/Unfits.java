package straum.pg;

import java.util.List;
import straum.app.SourceException;
import straum.app.SourceException.Kind;

/** All that does not fit, as one failure. */
final class Unfits {
    private static final String CHECKED = "straum check looks whether all is mended";

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

    /** What the commands do about it. */
    private static String hint(List<Unfit> unfit) {
        if (unfit.stream().allMatch(each -> each.sql() == null)) {
            return "";
        }
        String plan = plan(unfit);
        return "\n" + plan + (plan.isEmpty() ? "" : ", and ") + CHECKED;
    }

    /** What plan does about it, which is said to print only what it prints to be run; empty where it prints nothing so. */
    static String plan(List<Unfit> unfit) {
        long mendable = unfit.stream().filter(each -> each.sql() != null).count();
        long run = unfit.stream().filter(each -> SetupSql.isRun(each, unfit)).count();
        return run == 0
                ? ""
                : "straum plan with --dsn prints this SQL to be run at once"
                        + (run == mendable ? "" : ", but for what is to be done by hand, which it prints as comments");
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
