package straum.cli;

import picocli.CommandLine.Option;

/** The option that says how the server is to write its answer. */
final class FormatOption {
    @Option(
            names = "--format",
            paramLabel = "table|json",
            defaultValue = "table",
            description = "How the answer is written: ${COMPLETION-CANDIDATES}."
                    + " Environment: STRAUM_FORMAT. Default: ${DEFAULT-VALUE}.")
    private Client.Format format;

    /** The format chosen. */
    Client.Format format() {
        return format;
    }
}
