package straum.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code straum views}: what a running Straum holds. */
@Command(
        name = "views",
        header = "Show what a running Straum holds.",
        description = "Prints every view with its widths, keys, measures and cells; or of one view the newest rows.",
        footer = {"", "Examples:", "  straum views", "  straum views usage --format json"})
final class ViewsCommand implements Callable<Integer> {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Mixin
    private final FormatOption format = new FormatOption();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The view to show the rows of.")
    private @Nullable String name;

    @Override
    public Integer call() throws CommandFailure, InterruptedException {
        Client client = server.client();
        return Output.standard()
                .print(name == null ? client.views(format.format()) : client.view(name, format.format()));
    }
}
