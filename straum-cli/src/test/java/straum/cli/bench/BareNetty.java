package straum.cli.bench;

import java.io.IOException;
import straum.http.HttpSettings;

/** Asks a {@link BareServer} on one connection, by Straum's client: what HTTP takes where nothing is looked up. */
final class BareNetty implements Asked {
    private final HttpExchange constant;
    private final BareServer server;
    private final HttpSocket client;

    /** Starts one with as many event loops as Straum has. */
    BareNetty(HttpExchange constant) throws IOException, InterruptedException {
        this.constant = constant;
        server = BareServer.start(HttpSettings.defaults().room().eventLoops(), constant.fields(), constant.body());
        client = new HttpSocket(server.address());
    }

    /** The connection over which it is asked. */
    HttpSocket client() {
        return client;
    }

    @Override
    public String name() {
        return "a bare Netty";
    }

    @Override
    public void ask(Span span) throws IOException {
        client.exchange(constant.request());
    }

    @Override
    public void close() throws IOException {
        client.close();
        server.close();
    }
}
