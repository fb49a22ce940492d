package straum.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** The options of every command that asks a running Straum. */
final class ServerOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:7878",
            description = "Where Straum serves. Environment: STRAUM_URL. Default: ${DEFAULT-VALUE}.")
    private URI url;

    /** A client of the Straum the options name. */
    Client client() {
        return new Client(url);
    }
}
