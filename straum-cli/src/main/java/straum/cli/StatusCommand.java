package straum.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code straum status}: the running state. */
@Command(
        name = "status",
        header = "Show the state of a running Straum.",
        description = "Prints whether it is ready and how far it has come.",
        footer = {"", "Examples:", "  straum status", "  straum status --url http://straum.internal:7878 --format json"
        })
final class StatusCommand implements Callable<Integer> {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final FormatOption format = new FormatOption();

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        return Output.standard().print(server.client().status(format.format()));
    }
}
