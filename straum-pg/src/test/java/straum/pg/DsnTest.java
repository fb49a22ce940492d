package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DsnTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "postgresql://ann:secret@db.local:6432/shop | postgresql://ann@db.local:6432/shop | secret",
                "postgres://ann@db.local/shop | postgresql://ann@db.local:5432/shop |",
                "postgresql://ann:p%40s%3A%2F%25%20w@h/my%20db | postgresql://ann@h:5432/my db | p@s:/% w",
                "postgresql://ann@[::1]:6432/shop | postgresql://ann@[::1]:6432/shop |",
                "postgresql://ann@[fe80::2]/shop | postgresql://ann@[fe80::2]:5432/shop |",
                "postgresql:///shop?host=db.local&user=ann&password=x%26y | postgresql://ann@db.local:5432/shop | x&y",
                "postgresql://ann@h | postgresql://ann@h:5432/ann |",
                "postgresql://ann:@h/d | postgresql://ann@h:5432/d |",
                "host=h dbname=d user=ann password=s | postgresql://ann@h:5432/d | s",
                "host = h  port=1 dbname='my db' user=ann password='it\\'s \\\\' | postgresql://ann@h:1/my db | it's \\",
                "host=h dbname=d user=ann password=a\\ b | postgresql://ann@h:5432/d | a b",
                "host=::1 dbname=d user=ann | postgresql://ann@[::1]:5432/d |",
                "jdbc:postgresql://h:6432/d?user=ann&password=s%2B+t | postgresql://ann@h:6432/d | s+ t",
                "jdbc:postgresql:d?user=ann | postgresql://ann@localhost:5432/d |",
                "jdbc:postgresql://h/d?user=ann&ApplicationName=x | postgresql://ann@h:5432/d |",
            })
    void aConnectionStringIsReadAsLibpqDoes(String text, String shown, String password) throws DsnException {
        Dsn dsn = Dsn.read(text, Map.of());

        assertThat(dsn).hasToString(shown);
        assertThat(dsn.properties().getProperty("password")).isEqualTo(password);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "postgresql://a@h/d?sslrotcert=x | parameter sslrotcert, which Straum does not support",
                "host=h hots=g | parameter hots, which Straum does not support",
                "postgresql://a@h,g/d | names several hosts (h,g)",
                "host=h,g | names several hosts (h,g)",
                "postgresql:///d?host=/var/run | a Unix socket",
                "postgresql://a:b@c@h/d | @ too many",
                "postgresql://a@h:x/d | port is x",
                "host=h port=70000 | port is 70000",
                "postgresql://a%4@h/d | % that is not followed by two hexadecimal digits",
                "postgresql://a%FF@h/d | percent-encoding is not UTF-8",
                "postgresql://a@[::1/d | no ] after its IPv6 address",
                "mysql://a@h/d | begins with postgresql://, this one with mysql://",
                "shop | not a connection string",
                "host=h user='ann | value of user has no closing quote",
                "host=h user=ann lee dbname=d | no keyword= after the value of user",
                "postgresql://a@h/d?sslmode=on | sslmode is on",
                "postgresql://a@h/d?ssl=false | ssl can only be true",
                "postgresql://a@h/d?sslmode | written name=value",
                "host=h connect_timeout=2s | connect_timeout is 2s",
            })
    void whatCannotBeReadIsRefusedByName(String text, String message) {
        assertThatThrownBy(() -> Dsn.read(text, Map.of()))
                .isInstanceOf(DsnException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ann:hunter2@h:x/d",
                "postgresql://ann:hunter2@h/d?foo=1",
                "postgresql://ann:hunter2@x@h/d",
                "host=h password=correct hunter2",
                "host=h password='hunter2",
                "ann:hunter2@h",
            })
    void aRefusalNeverSaysThePassword(String text) {
        assertThatThrownBy(() -> Dsn.read(text, Map.of()))
                .isInstanceOf(DsnException.class)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void theEnvironmentFillsInWhatTheStringLeavesOut() throws DsnException {
        Map<String, String> environment = Map.of(
                "PGHOST",
                "db.local",
                "PGPORT",
                "6432",
                "PGUSER",
                "ann",
                "PGPASSWORD",
                "s",
                "PGDATABASE",
                "shop",
                "PGSSLMODE",
                "require");

        assertThat(Dsn.read("", environment)).hasToString("postgresql://ann@db.local:6432/shop");
        assertThat(Dsn.read("", environment).properties()).containsEntry("sslmode", "require");
        assertThat(Dsn.read("host=h sslmode=disable", environment)).hasToString("postgresql://ann@h:6432/shop");
        assertThat(Dsn.read("host=h sslmode=disable", environment).properties()).containsEntry("sslmode", "disable");
    }

    @Test
    void aVariableThatWouldChangeWhomToTrustIsRefused() {
        assertThatThrownBy(() -> Dsn.read("host=h", Map.of("PGSSLROOTCERT", "/ca.crt")))
                .isInstanceOf(DsnException.class)
                .hasMessageContaining("PGSSLROOTCERT");
    }

    @Test
    void thePasswordFileIsReadByItsFirstLineThatFits(@TempDir Path home) throws IOException, DsnException {
        Path file = home.resolve(".pgpass");
        Files.writeString(file, "# db:5432:*:*:no\nother:5432:*:ann:no\ndb:5432:*:ann:s\\:1:2\\\\\n*:*:*:*:last\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Map<String, String> environment = Map.of("HOME", home.toString());

        assertThat(Dsn.read("host=db user=ann", environment).properties()).containsEntry("password", "s:1:2\\");
        assertThat(Dsn.read("host=db user=bob", environment).properties()).containsEntry("password", "last");
        assertThat(Dsn.read("host=db user=ann password=own", environment).properties())
                .containsEntry("password", "own");
    }

    @Test
    void aPasswordFileThatOthersMayReadIsPassedOver(@TempDir Path home) throws IOException, DsnException {
        Path file = Files.writeString(home.resolve("passwords"), "*:*:*:*:s\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(Dsn.read("host=db user=ann passfile=" + file, Map.of()).properties())
                .doesNotContainKey("password");
    }
}
