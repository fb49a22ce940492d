package straum.cli;

/** A command cannot do what it was asked to: what to print, and the exit status. */
final class CommandFailure extends Exception {
    /** Failed at run time. */
    static final int FAILED = 1;

    /** Wrong usage, or a spec that does not hold. */
    static final int USAGE = 2;

    private final int status;
    private final String message;

    private CommandFailure(int status, String message) {
        super(message, null, false, false);
        this.status = status;
        this.message = message;
    }

    /** Something failed at run time: exit status 1. */
    static CommandFailure failed(String message) {
        return new CommandFailure(FAILED, message);
    }

    /** The command line or the spec is wrong: exit status 2. */
    static CommandFailure usage(String message) {
        return new CommandFailure(USAGE, message);
    }

    /** What to print: one line or more, without a line end after the last. */
    @Override
    public String getMessage() {
        return message;
    }

    /** The process's exit status. */
    int status() {
        return status;
    }
}
