package straum.pg.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresServerIT {
    @Test
    void theSharedServerFollowsLogically() {
        PostgresServer server = PostgresServer.shared();
        String database = server.newDatabase();

        assertThat(server.value(database, "SHOW wal_level")).isEqualTo("logical");
        assertThat(server.value(database, "SELECT current_database()")).isEqualTo(database);
    }

    @ParameterizedTest
    @EnumSource
    void aServerKeepsItsDataAndItsPortFromStartToStart(PostgresServer.Stop how) {
        try (PostgresServer server = PostgresServer.start("work_mem=3MB")) {
            int port = server.port();
            server.execute("postgres", "CREATE TABLE t AS SELECT 7 AS x");

            server.stop(how);
            server.startAgain();

            assertThat(server.port()).isEqualTo(port);
            assertThat(server.value("postgres", "SELECT x FROM t")).isEqualTo("7");
            assertThat(server.value("postgres", "SHOW work_mem")).isEqualTo("3MB");
        }
    }

    @Test
    void aKeptServerFindsWhatTheOneBeforeItLeft(@TempDir Path folder) throws IOException {
        // The server may run as another user than this.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path kept = folder.resolve("kept");
        try (PostgresServer server = PostgresServer.kept(kept)) {
            server.execute("postgres", "CREATE TABLE t AS SELECT 7 AS x");
        }

        try (PostgresServer server = PostgresServer.kept(kept)) {
            assertThat(server.value("postgres", "SELECT x FROM t")).isEqualTo("7");
        }
    }
}
