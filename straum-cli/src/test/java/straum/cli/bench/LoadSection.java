package straum.cli.bench;

import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import straum.app.Status;
import straum.domain.spec.TableName;

/** A load, from the first row asked for to the last one in its cells, beside a COPY of the same columns to nowhere. */
final class LoadSection {
    private final Bench bench;
    private final @Nullable String psql = Programs.onPath("psql");

    private LoadSection(Bench bench) {
        this.bench = bench;
    }

    static void run(Bench bench) throws Exception {
        LoadSection section = new LoadSection(bench);
        section.measure(Sample.DENSE);
        section.measure(Sample.SPARSE);
    }

    private void measure(Sample sample) throws Exception {
        String database = bench.samples().database(sample);
        String peer = (psql == null ? "pgjdbc" : "psql") + " COPY binary, discarded";
        List<Figures> figures = Rounds.measure(
                "load, " + sample.name(), Unit.ROWS_A_SECOND, bench.runs(), List.of("Straum", peer), round -> {
                    double copied = bench.rows() / copyToNowhere(database);
                    return new double[] {bench.rows() / load(database), copied};
                });
        bench.report().add("load, " + sample.name(), figures.get(0), figures.get(1));
    }

    /** Reads the columns of the view by one binary COPY and throws them away; the seconds it took. */
    private double copyToNowhere(String database) throws Exception {
        String copy = "COPY app.events (" + Sample.COLUMNS + ") TO STDOUT (FORMAT binary)";
        if (psql != null) {
            return Rounds.seconds(() ->
                    Programs.runDiscarding(psql, "-qX", "-d", bench.server().dsn(database), "-c", copy));
        }
        try (var connection = bench.server().connect(database)) {
            CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
            return Rounds.seconds(() -> copies.copyOut(copy, OutputStream.nullOutputStream()));
        }
    }

    private double load(String database) throws Exception {
        try (Follower straum = new Follower(bench.server(), database, Sample.spec("events"))) {
            straum.start();
            Status status = straum.awaitReady();
            return status.load().stream()
                    .filter(load -> load.table().equals(new TableName("app", "events")))
                    .findFirst()
                    .orElseThrow()
                    .seconds();
        }
    }
}
