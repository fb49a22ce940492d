package straum.cli;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import straum.app.Limits;
import straum.domain.spec.Spec;
import straum.pg.LoadPlan;

/** {@code straum run}: the server. */
@Command(
        name = "run",
        header = "Follow a PostgreSQL and answer asks.",
        description = "Loads the tables the spec reads, follows every commit, and serves until SIGTERM or SIGINT."
                + " Logs go to standard error.",
        footer = {
            "",
            "Exit status: 0 stopped by a signal, 1 could not start, 2 wrong usage or a spec",
            "that does not hold, 3 out of memory, 70 a fault that could have led to a wrong",
            "answer.",
            "",
            "Examples:",
            "  straum run usage.sql --dsn postgresql://straum@db.internal/app",
            "  STRAUM_DSN='host=db.internal dbname=app user=straum' straum run usage.sql"
        })
final class RunCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "SPEC", description = "The file that says what to keep.")
    private Path spec;

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7878",
            description = "Where to serve. Environment: STRAUM_LISTEN. Default: ${DEFAULT-VALUE}.")
    private InetSocketAddress listen;

    @Option(
            names = "--max-lag",
            paramLabel = "DURATION",
            defaultValue = "30s",
            description = "How far an answer may lie back before /readyz says lagging."
                    + " Environment: STRAUM_MAX_LAG. Default: ${DEFAULT-VALUE}.")
    private Duration maxLag;

    @Option(
            names = "--max-retained-wal",
            paramLabel = "SIZE",
            defaultValue = "4GiB",
            description = "WAL the server may have to keep for Straum before Straum starts over."
                    + " Environment: STRAUM_MAX_RETAINED_WAL. Default: ${DEFAULT-VALUE}.")
    private ByteSize maxRetainedWal;

    @Option(
            names = "--max-transaction-rows",
            paramLabel = "ROWS",
            description = "Rows of one transaction past which Straum starts over instead of applying it."
                    + " Environment: STRAUM_MAX_TRANSACTION_ROWS. Default: none, for its memory bounds it.")
    private @Nullable Long maxTransactionRows;

    @Option(
            names = "--max-transaction-bytes",
            paramLabel = "SIZE",
            description = "Memory of one transaction past which Straum starts over, and of all that it reads ahead."
                    + " Environment: STRAUM_MAX_TRANSACTION_BYTES. Default: a quarter of the heap.")
    private @Nullable ByteSize maxTransactionBytes;

    @Option(
            names = "--max-cells",
            paramLabel = "CELLS",
            description = "Cells of all views at all widths, value cells and bound cells counted, past which Straum"
                    + " stops following and waits for a restart, rather than load again and again."
                    + " Environment: STRAUM_MAX_CELLS. Default: as many as the heap holds.")
    private @Nullable Long maxCells;

    @Option(
            names = "--load-connections",
            paramLabel = "COUNT",
            description =
                    "Connections that read a large table together while it is loaded; all but one are closed behind it."
                            + " Environment: STRAUM_LOAD_CONNECTIONS. Default: half the processors, at least 1.")
    private @Nullable Integer loadConnections;

    @Option(
            names = "--max-groups",
            paramLabel = "ROWS",
            defaultValue = "1000000",
            description = "Rows of one answer past which an ask is refused."
                    + " Environment: STRAUM_MAX_GROUPS. Default: ${DEFAULT-VALUE}.")
    private int maxGroups;

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Limits limits = limits();
        LoadPlan plan = plan();
        Spec kept = SpecFile.read(spec);
        Running running = Wiring.start(kept, database.dsn(), database.publication(), listen, limits, plan);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running), "straum-stop"));
        LoadWatch.start(running::status);
        running.join();
        return 0;
    }

    /** The JVM's own status after a signal would be 128 and the signal's number. */
    private static void stop(Running running) {
        running.close();
        Runtime.getRuntime().halt(0);
    }

    private Limits limits() throws CommandFailure {
        Limits defaults = Limits.defaults();
        positive("--max-retained-wal", maxRetainedWal.bytes());
        positive("--max-groups", maxGroups);
        long transactionRows = defaults.maxTransactionRows();
        if (maxTransactionRows != null) {
            transactionRows = maxTransactionRows;
            positive("--max-transaction-rows", transactionRows);
        }
        long transactionBytes = defaults.maxTransactionBytes();
        if (maxTransactionBytes != null) {
            transactionBytes = maxTransactionBytes.bytes();
            positive("--max-transaction-bytes", transactionBytes);
        }
        long cells = defaults.maxCells();
        if (maxCells != null) {
            cells = maxCells;
            positive("--max-cells", cells);
        }
        return new Limits(
                maxLag,
                maxRetainedWal.bytes(),
                transactionRows,
                transactionBytes,
                cells,
                maxGroups,
                Limits.defaults().maxAskBytes());
    }

    private LoadPlan plan() throws CommandFailure {
        if (loadConnections == null) {
            return LoadPlan.defaults();
        }
        positive("--load-connections", loadConnections);
        return LoadPlan.over(loadConnections);
    }

    private static void positive(String option, long value) throws CommandFailure {
        if (value < 1) {
            throw CommandFailure.usage(option + " must be at least 1");
        }
    }
}
