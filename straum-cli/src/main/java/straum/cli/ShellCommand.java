package straum.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code straum shell}: a prompt to ask at. */
@Command(
        name = "shell",
        header = "Ask a running Straum at a prompt.",
        description = "Asks may go over several lines and end with ';'. Tab completes, \\? lists the shell's commands."
                + " Reads asks from standard input where that is no terminal.",
        footer = {"", "Examples:", "  straum shell", "  echo '\\d' | straum shell --url http://straum.internal:7878"})
final class ShellCommand implements Callable<Integer> {
    @Mixin
    private final ServerOptions server = new ServerOptions();

    @Override
    public Integer call() throws Exception {
        Client client = server.client();
        return Terminals.isTerminal(Terminals.INPUT) ? Shell.prompt(client) : Shell.pipe(client);
    }
}
