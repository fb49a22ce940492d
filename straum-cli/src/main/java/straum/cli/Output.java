package straum.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

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
        return new Output(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    }

    /**
     * Prints a response as it comes, ended by a newline, and closes it.
     *
     * @return the exit status: 0 for an answer, 1 for a refusal and for an answer that nobody reads to its end
     * @throws CommandFailure when the answer breaks off, or cannot be written
     */
    int print(Client.Response response) throws CommandFailure {
        try (response) {
            boolean read = copy(response, response.isOk() ? answers : refusals);
            return response.isOk() && read ? 0 : CommandFailure.FAILED;
        } catch (IOException e) {
            throw CommandFailure.failed("the answer broke off: " + e.getMessage());
        }
    }

    /** Whether everything could be written: not where the reader of a pipe went away, which is its own affair. */
    private static boolean copy(Client.Response response, OutputStream out) throws CommandFailure, IOException {
        byte[] buffer = new byte[1 << 13];
        int last = '\n';
        for (int read = response.body().read(buffer);
                read > 0;
                read = response.body().read(buffer)) {
            last = buffer[read - 1];
            if (!write(out, buffer, read)) {
                return false;
            }
        }
        return last == '\n' || write(out, new byte[] {'\n'}, 1);
    }

    private static boolean write(OutputStream out, byte[] bytes, int length) throws CommandFailure {
        try {
            out.write(bytes, 0, length);
            out.flush();
            return true;
        } catch (IOException e) {
            if ("Broken pipe".equals(e.getMessage())) {
                return false;
            }
            throw CommandFailure.failed("the answer could not be written: " + e.getMessage());
        }
    }
}
