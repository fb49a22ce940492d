package straum.cli.bench;

import straum.pg.testing.PostgresServer;

/** What the sections of one run share. */
record Bench(Samples samples, Options options, Report report) {
    /** The publication of every sample's tables. */
    static final String PUBLICATION = "straum";

    PostgresServer server() {
        return samples.server();
    }

    long rows() {
        return options.rows();
    }

    int runs() {
        return options.runs();
    }

    /** The processors of this machine, which Straum and its peers share. */
    static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** A part of the run that fills some rows of the table. */
    @FunctionalInterface
    interface Section {
        void run(Bench bench) throws Exception;
    }
}
