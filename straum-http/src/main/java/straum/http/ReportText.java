package straum.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import straum.app.Failure;
import straum.app.Opened;
import straum.app.Status;
import straum.domain.store.Held;

/** {@code /status} and {@code /views} for people. */
final class ReportText {
    private ReportText() {}

    /** The running state, with the heap as it is now: a line each, and the load as a table. */
    static Reply status(Status status, String version) {
        Lines lines = new Lines();
        lines.add("state", ReportJson.state(status));
        lines.add("reason", status.reason());
        lines.add("as of", status.asOf());
        lines.add("lag", status.lagSeconds() == null ? null : ReportJson.seconds(status.lagSeconds()) + " s");
        lines.add("applied LSN", status.appliedLsn());
        lines.add("server LSN", status.serverLsn());
        lines.add("WAL retained", bytes(status.retainedWalBytes()));
        lines.add("starts", status.starts());
        lines.add("started at", status.processStartedAt());
        lines.add("ready since", status.readySince());
        Failure failure = status.lastFailure();
        if (failure != null) {
            lines.add("last failure", failure.at() + ": " + failure.message());
            lines.add("next start", failure.nextStartAt() == null ? "none before a restart" : failure.nextStartAt());
        }
        Status.Joined joined = status.joined();
        if (joined != null) {
            lines.add(
                    "joined",
                    joined.cells() + " of " + joined.of() + " cells, in " + ReportJson.seconds(joined.seconds())
                            + " s");
        }
        lines.add("applied", status.appliedCommits() + " commits, " + status.appliedRows() + " rows");
        lines.add(
                "asks",
                status.asksAnswered() + " answered, " + status.asksRefused() + " refused, " + status.asksWaiting()
                        + " waiting");
        Opened.Server server = status.server();
        if (server != null) {
            lines.add("PostgreSQL", server.version() + ", database " + server.database());
            lines.add("publication", server.publication());
            lines.add("slot", server.slot() == null ? "none" : server.slot());
        }
        lines.add("store", bytes(status.storeBytes()));
        lines.add(
                "heap",
                bytes(ReportJson.heapUsed()) + " of "
                        + bytes(Runtime.getRuntime().maxMemory()));
        lines.add("version", version);
        StringBuilder text = new StringBuilder();
        lines.drawTo(text);
        if (!status.load().isEmpty()) {
            text.append('\n');
            load(status.load()).drawTo(text);
        }
        return reply(text);
    }

    /** What the store holds: views, their widths, their columns, and dims. */
    static Reply held(Held held) {
        List<List<@Nullable String>> views = new ArrayList<>();
        List<List<@Nullable String>> widths = new ArrayList<>();
        List<List<@Nullable String>> columns = new ArrayList<>();
        List<List<@Nullable String>> dims = new ArrayList<>();
        for (Held.View view : held.views()) {
            views.add(row(
                    view.name(),
                    view.table(),
                    view.rows(),
                    ReportJson.edge(view.firstBucket(), view.bucketType()),
                    ReportJson.edge(view.lastBucket(), view.bucketType()),
                    view.cells(),
                    bytes(view.bytes())));
            for (Held.HeldLevel level : view.levels()) {
                widths.add(row(view.name(), level.width(), level.buckets(), level.cells()));
            }
            if (view.valueCells() > 0) {
                widths.add(row(view.name(), "all, value cells", "", view.valueCells()));
            }
            if (view.boundCells() > 0) {
                widths.add(row(view.name(), "all, bound cells", "", view.boundCells()));
            }
            addColumns(columns, view.name(), "key", view.keys());
            addColumns(columns, view.name(), "measure", view.measures());
        }
        for (Held.HeldDim dim : held.dims()) {
            dims.add(row(dim.table(), String.join(", ", dim.key()), dim.rows(), bytes(dim.bytes())));
        }
        StringBuilder text = new StringBuilder();
        Table.of(
                        List.of(
                                left("view"),
                                left("of"),
                                right("rows"),
                                left("first bucket"),
                                left("last bucket"),
                                right("cells"),
                                right("held")),
                        views)
                .drawTo(text);
        text.append('\n');
        Table.of(List.of(left("view"), left("width"), right("buckets"), right("cells")), widths)
                .drawTo(text);
        text.append('\n');
        Table.of(List.of(left("view"), left("column"), left("is"), left("type")), columns)
                .drawTo(text);
        text.append('\n');
        Table.of(List.of(left("dim"), left("by"), right("rows"), right("held")), dims)
                .drawTo(text);
        return reply(text);
    }

    private static Table load(List<Status.TableLoad> tables) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Status.TableLoad table : tables) {
            rows.add(row(
                    table.table(),
                    table.rows(),
                    table.estimatedRows() < 0 ? null : table.estimatedRows(),
                    ReportJson.seconds(table.seconds()),
                    table.done() ? "yes" : "no"));
        }
        return Table.of(
                List.of(left("table"), right("rows"), right("estimated"), right("seconds"), left("loaded")), rows);
    }

    private static void addColumns(
            List<List<@Nullable String>> rows, String view, String is, List<Held.HeldColumn> columns) {
        for (Held.HeldColumn column : columns) {
            rows.add(row(
                    view,
                    column.name(),
                    is,
                    column.type() == null ? null : column.type().name()));
        }
    }

    private static List<@Nullable String> row(@Nullable Object... values) {
        return Arrays.stream(values)
                .map(value -> value == null ? null : value.toString())
                .toList();
    }

    private static Table.Column left(String name) {
        return new Table.Column(name, false);
    }

    private static Table.Column right(String name) {
        return new Table.Column(name, true);
    }

    /** Bytes in the largest binary unit of which there is at least one. */
    private static @Nullable String bytes(@Nullable Long bytes) {
        if (bytes == null) {
            return null;
        }
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        double value = bytes;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }

    private static Reply reply(StringBuilder text) {
        return Reply.of(
                200, Format.TEXT.contentType(), Map.of(), text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Names and values, a line each, the values below one another; a value that is null is left out. */
    private static final class Lines {
        private final List<String> names = new ArrayList<>();
        private final List<String> values = new ArrayList<>();

        void add(String name, @Nullable Object value) {
            if (value != null) {
                names.add(name);
                values.add(value.toString());
            }
        }

        void drawTo(StringBuilder out) {
            int widest = names.stream().mapToInt(String::length).max().orElse(0);
            for (int i = 0; i < names.size(); i++) {
                out.append(names.get(i))
                        .append(" ".repeat(widest + 2 - names.get(i).length()));
                Display.escape(values.get(i).replace('\n', ' '), out);
                out.append('\n');
            }
        }
    }
}
