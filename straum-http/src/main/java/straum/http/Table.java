package straum.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as psql draws it in its aligned format: names centred over a rule, numbers to the right, null as nothing, a value
 * of several lines over several lines with {@code +} at their ends, and the number of rows below.
 */
final class Table implements Pieces {
    /** One column's name, and whether its values go to the right. */
    record Column(String name, boolean right) {}

    /** The values of a table. */
    interface Cells {
        /** The number of rows. */
        int rows();

        /** Appends a value; nothing for null. */
        void print(int row, int column, StringBuilder out);
    }

    private final List<Column> columns;
    private final Cells cells;
    private final int[] widths;
    private final StringBuilder raw = new StringBuilder();
    private final StringBuilder cell = new StringBuilder();
    private int row = -1;

    /** A table of these values, all of which are looked at once now, to find how wide the columns are. */
    Table(List<Column> columns, Cells cells) {
        this.columns = List.copyOf(columns);
        this.cells = cells;
        this.widths = new int[columns.size()];
        for (int column = 0; column < widths.length; column++) {
            cell.setLength(0);
            Display.escape(columns.get(column).name(), cell);
            widths[column] = widest();
            for (int i = 0; i < cells.rows(); i++) {
                print(i, column);
                widths[column] = Math.max(widths[column], widest());
            }
        }
    }

    /** A table of these rows; of a value null is drawn as nothing. */
    static Table of(List<Column> columns, List<List<@Nullable String>> rows) {
        return new Table(columns, new Cells() {
            @Override
            public int rows() {
                return rows.size();
            }

            @Override
            public void print(int row, int column, StringBuilder out) {
                String value = rows.get(row).get(column);
                out.append(value == null ? "" : value);
            }
        });
    }

    @Override
    public byte @Nullable [] next() {
        int rows = cells.rows();
        if (row > rows) {
            return null;
        }
        StringBuilder out = new StringBuilder(1024);
        if (row < 0) {
            drawHead(out);
            row = 0;
        }
        while (row < rows && out.length() < PIECE) {
            drawRow(row++, out);
        }
        if (row == rows) {
            out.append('(').append(rows).append(rows == 1 ? " row)\n" : " rows)\n");
            row++;
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Appends the whole table. */
    void drawTo(StringBuilder out) {
        for (byte[] piece = next(); piece != null; piece = next()) {
            out.append(new String(piece, StandardCharsets.UTF_8));
        }
    }

    private void drawHead(StringBuilder out) {
        for (int column = 0; column < widths.length; column++) {
            cell.setLength(0);
            Display.escape(columns.get(column).name().replace('\n', ' '), cell);
            int padding = widths[column] - Display.width(cell, 0, cell.length());
            out.append(column == 0 ? " " : "| ");
            pad(out, padding / 2);
            out.append(cell);
            pad(out, padding - padding / 2);
            out.append(' ');
        }
        out.append('\n');
        for (int column = 0; column < widths.length; column++) {
            out.append(column == 0 ? "-" : "+-").append("-".repeat(widths[column] + 1));
        }
        out.append('\n');
    }

    private void drawRow(int number, StringBuilder out) {
        boolean more = true;
        for (int line = 0; more; line++) {
            more = false;
            for (int column = 0; column < widths.length; column++) {
                print(number, column);
                out.append(column == 0 ? " " : "| ");
                more |= drawLine(line, column, out);
            }
            out.append('\n');
        }
    }

    /** Draws one line of the cell at hand, and says whether there is another. */
    private boolean drawLine(int line, int column, StringBuilder out) {
        int start = 0;
        for (int skipped = 0; skipped < line && start >= 0; skipped++) {
            start = cell.indexOf("\n", start) + 1;
            if (start == 0) {
                start = -1;
            }
        }
        boolean last = column == widths.length - 1;
        if (start < 0) {
            pad(out, last ? 0 : widths[column] + 1);
            return false;
        }
        int lineEnd = cell.indexOf("\n", start);
        int end = lineEnd < 0 ? cell.length() : lineEnd;
        int padding = widths[column] - Display.width(cell, start, end);
        boolean right = columns.get(column).right();
        pad(out, right ? padding : 0);
        out.append(cell, start, end);
        if (lineEnd >= 0) {
            pad(out, right ? 0 : padding);
            out.append('+');
        } else if (!last) {
            pad(out, right ? 1 : padding + 1);
        }
        return lineEnd >= 0;
    }

    private void print(int number, int column) {
        raw.setLength(0);
        cells.print(number, column, raw);
        cell.setLength(0);
        Display.escape(raw, cell);
    }

    /** The width of the widest line of the cell at hand. */
    private int widest() {
        int widest = 0;
        int start = 0;
        while (true) {
            int end = cell.indexOf("\n", start);
            widest = Math.max(widest, Display.width(cell, start, end < 0 ? cell.length() : end));
            if (end < 0) {
                return widest;
            }
            start = end + 1;
        }
    }

    private static void pad(StringBuilder out, int spaces) {
        for (int i = 0; i < spaces; i++) {
            out.append(' ');
        }
    }
}
