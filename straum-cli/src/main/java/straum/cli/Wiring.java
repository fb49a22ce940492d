package straum.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import straum.app.App;
import straum.app.Limits;
import straum.app.Source;
import straum.app.Writer;
import straum.domain.spec.Spec;
import straum.http.HttpServer;
import straum.http.HttpSettings;
import straum.http.ReadAsk;
import straum.notation.AskSql;
import straum.pg.Dsn;
import straum.pg.LoadPlan;
import straum.pg.Postgres;
import straum.pg.PostgresZones;

/** Puts the parts together: the only place that names all adapters. */
final class Wiring {
    private Wiring() {}

    /**
     * Starts a Straum: it listens first, so that whoever asks while it loads is told how far it is.
     *
     * @throws CommandFailure when the address cannot be listened on
     */
    static Running start(Spec spec, Dsn dsn, String publication, InetSocketAddress listen, Limits limits, LoadPlan plan)
            throws CommandFailure, InterruptedException {
        App app = new App(spec, limits, InstantSource.system(), new PostgresZones(dsn));
        Source source = new Postgres(dsn, spec, publication, limits, plan);
        Writer writer = new Writer(app, source);
        HttpSettings settings = HttpSettings.defaults().listeningOn(listen);
        try {
            KeptAsks kept = new KeptAsks();
            ReadAsk reader = ReadAsk.of(kept::read, kept::readAtOnce);
            HttpServer server = HttpServer.start(app, reader, AskSql::of, settings, Main.Version.current());
            return Running.start(app, server, writer);
        } catch (IOException e) {
            throw CommandFailure.failed(e.getMessage() + "\nhint: --listen says where else to serve");
        }
    }
}
