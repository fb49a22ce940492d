package straum.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code straum ask}: one ask to a running Straum. */
@Command(
        name = "ask",
        header = "Ask a running Straum.",
        description = "Sends one ask and prints what the server answers; a refusal goes to standard error.",
        footer = {
            "",
            "Examples:",
            "  straum ask \"SELECT kind, events FROM usage WHERE bucket IS NOT NULL GROUP BY kind\"",
            "  straum ask 'SELECT events FROM usage WHERE kind = $1 AND bucket >= $2' \\",
            "      purchase 2026-11-13T00:00:00Z",
            "  straum ask \"SELECT date_trunc('day', bucket) AS day, events FROM usage",
            "      WHERE bucket IS NOT NULL GROUP BY day ORDER BY events DESC LIMIT 3\"",
            "  straum ask --sql 'SELECT events FROM usage WHERE bucket IS NOT NULL' | psql"
        })
final class AskCommand implements Callable<Integer> {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final FormatOption format = new FormatOption();

    @Option(
            names = "--sql",
            description =
                    "Print PostgreSQL's query that the ask stands for, and no answer." + " Environment: STRAUM_SQL.")
    private boolean sql;

    @Parameters(index = "0", paramLabel = "QUERY", description = "The ask, a SELECT over one view.")
    private String query;

    @Parameters(
            index = "1..*",
            paramLabel = "PARAM",
            arity = "0..*",
            description = "The values of $1, $2 and so on, each as its column's type writes it.")
    private List<String> parameters = List.of();

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Client client = server.client();
        return Output.standard()
                .print(sql ? client.sql(query, parameters) : client.ask(query, parameters, format.format()));
    }
}
