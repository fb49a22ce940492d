package straum.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Prints what a server answered, byte by byte as it wrote it: an answer to the one stream, a refusal to the other. */
final class Output {
    private final OutputStream answers;
    private final OutputStream refusals;

    /** Prints answers and refusals to these streams, which stay open. */
    Output(OutputStream answers, OutputStream refusals) {
        this.answers = answers;
        this.refusals = refusals;
    }

    /** The process's standard output and standard error. */
    static Output standard() {
        return new Output(System.out, System.err);
    }

    /**
     * Prints a response and closes it.
     *
     * @return the exit status: 0 for an answer, 1 for a refusal
     * @throws CommandFailure when the answer breaks off, or cannot be written
     */
    int print(Client.Response response) throws CommandFailure {
        boolean ok = response.isOk();
        try (response) {
            response.copyTo(ok ? answers : refusals);
        } catch (IOException e) {
            throw CommandFailure.failed("the answer broke off: " + e.getMessage());
        }
        if (ok && answers instanceof PrintStream stream && stream.checkError()) {
            throw CommandFailure.failed("the answer could not be written");
        }
        return ok ? 0 : CommandFailure.FAILED;
    }
}
