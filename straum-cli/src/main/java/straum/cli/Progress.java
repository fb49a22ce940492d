package straum.cli;

import java.util.List;
import java.util.Locale;
import straum.app.Status;

/**
 * How far a load is, over all its tables.
 *
 * @param table the table being read
 * @param number its number, from 1
 * @param tables the number of tables
 * @param rows read so far
 * @param estimatedRows the planner's estimate, never below what was read; −1 where a table has none
 * @param seconds spent reading
 */
record Progress(String table, int number, int tables, long rows, long estimatedRows, double seconds) {
    private static final int BAR = 20;
    private static final String UNITS = "kMGT";

    /** The progress of a load's tables, of which there is at least one. */
    static Progress of(List<Status.TableLoad> load) {
        int current = 0;
        long rows = 0;
        long estimated = 0;
        double seconds = 0;
        boolean known = true;
        for (int i = 0; i < load.size(); i++) {
            Status.TableLoad table = load.get(i);
            // Tables are read one after another: the last that is done or begun is where it is.
            current = table.done() || table.rows() > 0 ? i : current;
            rows += table.rows();
            seconds += table.seconds();
            known &= table.done() || table.estimatedRows() >= 0;
            estimated += table.done() ? table.rows() : Math.max(table.rows(), table.estimatedRows());
        }
        if (load.get(current).done() && current + 1 < load.size()) {
            current++;
        }
        String name = load.get(current).table().toString();
        return new Progress(name, current + 1, load.size(), rows, known ? estimated : -1, seconds);
    }

    /** Rows read a second; 0 before there is anything to tell from. */
    long rowsPerSecond() {
        return seconds < 0.05 ? 0 : Math.round(rows / seconds);
    }

    /** The share of the estimate that is read, from 0 to 100; −1 where there is no estimate. */
    int percent() {
        return estimatedRows < 0 ? -1 : estimatedRows == 0 ? 100 : (int) (rows * 100.0 / estimatedRows);
    }

    /** The seconds left at this speed; −1 where that cannot be told. */
    long secondsLeft() {
        long speed = rowsPerSecond();
        return estimatedRows < 0 || speed == 0 ? -1 : (estimatedRows - rows + speed - 1) / speed;
    }

    /** One line for a terminal on the cells that are joined once all tables are read. */
    static String bar(Status.Joined joined) {
        return bar((int) (joined.cells() * 100.0 / joined.of())) + brief(joined.cells()) + " of " + brief(joined.of())
                + " cells joined with their dims";
    }

    private static String bar(int percent) {
        int filled = BAR * percent / 100;
        return "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + String.format(Locale.ROOT, "] %3d %% ", percent);
    }

    /** One line for a terminal, with a bar where there is an estimate. */
    String bar() {
        StringBuilder line = new StringBuilder();
        int percent = percent();
        if (percent >= 0) {
            line.append(bar(percent));
        }
        line.append(brief(rows))
                .append(" rows, ")
                .append(brief(rowsPerSecond()))
                .append("/s");
        if (secondsLeft() >= 0) {
            line.append(", ").append(secondsLeft()).append(" s left");
        }
        return line.append("  ")
                .append(table)
                .append(" (")
                .append(number)
                .append('/')
                .append(tables)
                .append(')')
                .toString();
    }

    /** Three digits and a unit: {@code 1.23M}. */
    private static String brief(long count) {
        if (count < 1000) {
            return Long.toString(count);
        }
        double scaled = (double) count;
        int unit = -1;
        while (scaled >= 999.5 && unit < UNITS.length() - 1) {
            scaled /= 1000;
            unit++;
        }
        String digits = String.format(Locale.ROOT, scaled < 9.995 ? "%.2f" : scaled < 99.95 ? "%.1f" : "%.0f", scaled);
        return digits + UNITS.charAt(unit);
    }
}
