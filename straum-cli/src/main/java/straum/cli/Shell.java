package straum.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.impl.DumbTerminal;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/** The prompt, and the pipe in its place: the only code that touches the terminal. */
final class Shell {
    private static final String PROMPT = "straum> ";
    private static final String CONTINUATION = "     -> ";

    /** How old what Tab knows of the views may be. */
    private static final Duration VIEWS_AGE = Duration.ofSeconds(2);

    private final Client client;
    private List<Complete.View> views = List.of();
    private long viewsReadAt = System.nanoTime() - VIEWS_AGE.toNanos();

    private Shell(Client client) {
        this.client = client;
    }

    /**
     * Reads asks from standard input until its end, and answers them on standard output.
     *
     * @return the exit status: 1 when one was not answered
     */
    static int pipe(Client client) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        Session session = new Session(client, out, err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        StringBuilder text = new StringBuilder();
        boolean goOn = true;
        for (String line = in.readLine(); goOn && line != null; line = in.readLine()) {
            text.append(line).append('\n');
            if (Statements.isComplete(text.toString())) {
                goOn = session.run(text.toString());
                text.setLength(0);
            }
        }
        // The last ask need not end with a semicolon where the input does.
        if (goOn) {
            session.run(text.toString());
        }
        return session.failed() ? CommandFailure.FAILED : 0;
    }

    /** Prompts at the terminal until the person leaves. */
    static int prompt(Client client) throws IOException {
        try (Terminal terminal = TerminalBuilder.builder()
                .system(true)
                .dumb(true)
                .encoding(StandardCharsets.UTF_8)
                .build()) {
            if (terminal instanceof DumbTerminal) {
                // It leaves Ctrl-C to the system, which would end the process.
                Signals.register("INT", () -> terminal.raise(Terminal.Signal.INT));
            }
            new Shell(client).run(terminal);
        }
        return 0;
    }

    private void run(Terminal terminal) {
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("straum")
                .parser(new StatementParser())
                .completer(new ViewsCompleter())
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION);
        Path history = history();
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        LineReader reader = builder.build();
        PrintStream out = new PrintStream(terminal.output(), true, StandardCharsets.UTF_8);
        Session session = new Session(client, out, out);
        out.println("Asks go to " + client.url() + " and end with ';'. \\? for help, Tab completes, Ctrl-D leaves.");
        boolean goOn = true;
        while (goOn) {
            try {
                goOn = runInterruptibly(terminal, session, reader.readLine(PROMPT));
            } catch (UserInterruptException e) {
                // Ctrl-C drops the line.
            } catch (EndOfFileException e) {
                goOn = false;
            } catch (InterruptedException e) {
                out.println("cancelled");
            }
        }
    }

    /** While an ask runs, Ctrl-C ends it and not the shell. */
    private static boolean runInterruptibly(Terminal terminal, Session session, String text)
            throws InterruptedException {
        Thread prompting = Thread.currentThread();
        SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> prompting.interrupt());
        try {
            return session.run(text);
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
            // A Ctrl-C after the answer has nothing left to cancel, and must not end the next ask.
            Thread.interrupted();
        }
    }

    /**
     * The history's file: in {@code $XDG_STATE_HOME/straum} where that is set (XDG base directory specification), else
     * {@code ~/.straum_history}; null where it cannot be, and then the history ends with the shell.
     */
    private static @Nullable Path history() {
        String state = System.getenv("XDG_STATE_HOME");
        if (state == null || !state.startsWith("/")) {
            String home = System.getenv("HOME");
            return Path.of(home == null ? System.getProperty("user.home") : home, ".straum_history");
        }
        try {
            return Files.createDirectories(Path.of(state, "straum")).resolve("history");
        } catch (IOException e) {
            return null;
        }
    }

    /** The views as Tab knows them: asked for again when they are old, and kept as they were where nobody answers. */
    private List<Complete.View> views() {
        long now = System.nanoTime();
        if (now - viewsReadAt < VIEWS_AGE.toNanos()) {
            return views;
        }
        viewsReadAt = now;
        try {
            Client.Response response = client.views(Client.Format.JSON);
            if (response.isOk()) {
                views = HeldView.read(response).stream().map(HeldView::names).toList();
            } else {
                response.close();
            }
        } catch (CommandFailure | IOException e) {
            // Tab has nothing to offer but SQL's words then; the next ask says why.
            return views;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return views;
    }

    /** Takes a line over several lines until it is complete, and names the word at the cursor for Tab. */
    private final class StatementParser implements Parser {
        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && !Statements.isComplete(line)) {
                throw new EOFError(-1, cursor, "no semicolon yet");
            }
            int start = context == ParseContext.COMPLETE
                    ? Complete.at(line, cursor, views()).start()
                    : cursor;
            return new Word(line, start, cursor);
        }
    }

    private final class ViewsCompleter implements Completer {
        @Override
        public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
            int order = 0;
            for (String word : Complete.at(line.line(), line.cursor(), views()).words()) {
                candidates.add(new Candidate(word, word, null, null, null, null, true, order++));
            }
        }
    }

    /** The word before the cursor, the only one of the line that Tab replaces. */
    private record Word(String line, int start, int cursor) implements CompletingParsedLine {
        @Override
        public String word() {
            return line.substring(start, cursor);
        }

        @Override
        public int wordCursor() {
            return cursor - start;
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        @Override
        public List<String> words() {
            return List.of(word());
        }

        /** What is offered is written as it is: names that need quotes have them. */
        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return wordCursor();
        }

        @Override
        public int rawWordLength() {
            return wordCursor();
        }
    }
}
