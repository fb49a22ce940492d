package straum.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** What the shell does with what it reads, wherever it reads it from: asks, and commands of its own. One thread. */
final class Session {
    private static final String HELP = """
            SELECT ... ;   an ask, over as many lines as it takes
            \\d             the views
            \\d NAME        one view: its buckets, keys and measures
            \\timing        show how long each ask takes, or stop showing it
            \\?             this help
            \\q             leave
            """;

    private final Client client;
    private final PrintStream out;
    private final PrintStream err;
    private final Output output;
    private boolean timing;
    private boolean failed;

    /** A session that asks the client, prints answers to the one stream and everything else to the other. */
    Session(Client client, PrintStream out, PrintStream err) {
        this.client = client;
        this.out = out;
        this.err = err;
        this.output = new Output(out, err);
    }

    /** Whether anything asked so far was not answered. */
    boolean failed() {
        return failed;
    }

    /**
     * Does what a text says, one statement after another, and says so where one fails.
     *
     * @return whether to go on: false after {@code \q}
     * @throws InterruptedException when the thread is interrupted while it waits for an answer
     */
    boolean run(String text) throws InterruptedException {
        String stripped = text.strip();
        try {
            if (stripped.startsWith("\\")) {
                return command(stripped);
            }
            for (String statement : Statements.split(stripped)) {
                ask(statement);
            }
        } catch (CommandFailure e) {
            fail(e.getMessage());
        }
        return true;
    }

    private void ask(String statement) throws CommandFailure, InterruptedException {
        long started = System.nanoTime();
        print(client.ask(statement, List.of(), Client.Format.TABLE));
        if (timing) {
            out.printf(Locale.ROOT, "Time: %.3f ms%n", (System.nanoTime() - started) / 1e6);
        }
    }

    private boolean command(String line) throws CommandFailure, InterruptedException {
        int space = line.indexOf(' ');
        String command = space < 0 ? line : line.substring(0, space);
        // psql's habit of ending everything with a semicolon does no harm here either.
        String argument = space < 0 ? "" : line.substring(space + 1).strip().replaceFirst(";$", "");
        switch (command.replaceFirst(";$", "")) {
            case "\\q" -> {
                return false;
            }
            case "\\?" -> out.print(HELP);
            case "\\timing" -> {
                timing = !timing;
                out.println(timing ? "Timing is on." : "Timing is off.");
            }
            case "\\d" -> describe(argument);
            default -> fail("there is no command " + command + "; \\? lists them");
        }
        return true;
    }

    private void describe(String name) throws CommandFailure, InterruptedException {
        if (name.isEmpty()) {
            print(client.views(Client.Format.TABLE));
            return;
        }
        Client.Response response = client.views(Client.Format.JSON);
        if (!response.isOk()) {
            print(response);
            return;
        }
        String folded = Tokens.of(name).all().get(0).name();
        for (HeldView view : HeldView.read(response)) {
            if (view.name().equals(folded)) {
                out.print(view.describe());
                return;
            }
        }
        fail("there is no view named " + folded + "; \\d lists them");
    }

    private void print(Client.Response response) throws CommandFailure {
        failed |= output.print(response) != 0;
    }

    private void fail(String message) {
        failed = true;
        err.println(message);
    }
}
