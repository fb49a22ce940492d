package straum.cli.bench;

import java.util.Locale;

/** What a figure counts, and whether more of it is better. */
enum Unit {
    ROWS_A_SECOND("rows/s", true),
    COMMITS_A_SECOND("commits/s", true),
    ASKS_A_SECOND("asks/s", true),
    MILLIS("ms", false);

    private final String name;
    private final boolean more;

    Unit(String name, boolean more) {
        this.name = name;
        this.more = more;
    }

    /** How many times as fast the one is as the other. */
    double ratio(double of, double to) {
        return more ? of / to : to / of;
    }

    /** A figure with three digits at least. */
    String print(double value) {
        String format = value >= 100 ? "%,.0f %s" : value >= 10 ? "%.1f %s" : value >= 1 ? "%.2f %s" : "%.3f %s";
        return String.format(Locale.ROOT, format, value, name);
    }
}
