package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionTest {
    private static final String VIEWS = """
            {"views": [{"name": "usage", "table": "app.events", "rows": 12, "last_bucket": "2026-11-15T23:00:00Z",
              "widths": [{"width": "1 hour", "cells": 12}, {"width": "1 day", "cells": 3}],
              "first_bucket": "2026-11-09T00:00:00Z",
              "keys": [{"name": "kind", "type": "text"}, {"name": "region", "type": null}],
              "measures": [{"name": "events", "type": "int8"}]}],
             "dims": [{"table": "app.accounts", "rows": 3}]}
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private TinyServer server;
    private Session session;

    @BeforeEach
    void start() throws IOException {
        server = new TinyServer();
        session = new Session(
                new Client(server.url()),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eachStatementIsAskedAndItsAnswerPrinted() throws Exception {
        server.answer("/ask", 200, " events \n");

        assertThat(session.run("SELECT events FROM usage;\nSELECT amount\nFROM usage;"))
                .isTrue();

        assertThat(text(out)).isEqualTo(" events \n events \n");
        assertThat(server.asked())
                .extracting(TinyServer.Asked::body)
                .containsExactly(
                        "{\"query\":\"SELECT events FROM usage\",\"params\":[]}",
                        "{\"query\":\"SELECT amount\\nFROM usage\",\"params\":[]}");
        assertThat(session.failed()).isFalse();
    }

    @Test
    void aRefusalIsPrintedAsItCameAndTheNextStatementIsStillAsked() throws Exception {
        server.answer("/ask", 400, "line 1\n     ^\n");

        session.run("SELECT x; SELECT y;");

        assertThat(text(err)).isEqualTo("line 1\n     ^\nline 1\n     ^\n");
        assertThat(text(out)).isEmpty();
        assertThat(session.failed()).isTrue();
    }

    @Test
    void aServerThatIsGoneIsAMessageAndNotTheEnd() throws Exception {
        server.close();

        assertThat(session.run("SELECT events FROM usage;")).isTrue();

        assertThat(text(err)).contains("nothing answers at " + server.url());
        assertThat(session.failed()).isTrue();
    }

    @Test
    void theViewsArePrintedAsTheServerWritesThem() throws Exception {
        server.answer("/views", 200, "usage ...\n");

        session.run("\\d");

        assertThat(text(out)).isEqualTo("usage ...\n");
        assertThat(server.asked()).extracting(TinyServer.Asked::accept).containsExactly("text/plain");
    }

    @Test
    void aViewIsDescribedByItsColumns() throws Exception {
        server.answer("/views", 200, VIEWS);

        session.run("\\d usage;");

        assertThat(text(out)).isEqualTo("""
                        View usage of app.events
                        bucket of 1 hour, 1 day, from 2026-11-09T00:00:00Z to 2026-11-15T23:00:00Z
                        key     kind    text
                        key     region
                        measure events  int8
                        """);
    }

    @Test
    void aViewThereIsNotIsSaidSo() throws Exception {
        server.answer("/views", 200, VIEWS);

        session.run("\\d \"Usage\"");

        assertThat(text(err)).contains("there is no view named Usage");
    }

    @Test
    void aBodyThatIsNoListOfViewsIsSaidSo() throws Exception {
        server.answer("/views", 200, "<html>");

        session.run("\\d usage");

        assertThat(text(err)).contains("what answers is no Straum");
    }

    @Test
    void timingIsShownWhileItIsOn() throws Exception {
        server.answer("/ask", 200, " events \n");

        session.run("\\timing");
        session.run("SELECT events FROM usage;");
        session.run("\\timing");
        session.run("SELECT events FROM usage;");

        assertThat(text(out)).matches("(?s)Timing is on\\.\n events \nTime: [0-9.]+ ms\nTiming is off\\.\n events \n");
    }

    @Test
    void quittingEndsTheSession() throws Exception {
        assertThat(session.run(" \\q ")).isFalse();
        assertThat(session.failed()).isFalse();
    }

    @Test
    void anUnknownCommandIsNamed() throws Exception {
        assertThat(session.run("\\dt")).isTrue();

        assertThat(text(err)).contains("there is no command \\dt");
    }

    @Test
    void theHelpNamesEveryCommandThatTabOffers() throws Exception {
        session.run("\\?");

        assertThat(text(out)).contains(Complete.at("\\", 1, java.util.List.of()).words());
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
