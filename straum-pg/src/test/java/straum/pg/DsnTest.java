package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
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
                "jdbc:postgresql://h:1,[::1]/d?user=ann | postgresql://ann@h:1,[::1]:5432/d |",
                "postgresql://ann:s@a:1,b:2/d | postgresql://ann@a:1,b:2/d | s",
                "postgresql://ann@a,b:2,[::1]/d | postgresql://ann@a:5432,b:2,[::1]:5432/d |",
                "postgresql://ann@/d?host=a,b&port=7 | postgresql://ann@a:7,b:7/d |",
                "postgresql://ann@a,,b/d | postgresql://ann@a:5432,localhost:5432,b:5432/d |",
                "host=a,b,c port=1,2,3 user=ann dbname=d | postgresql://ann@a:1,b:2,c:3/d |",
                "host=a,b port=,2 user=ann dbname=d | postgresql://ann@a:5432,b:2/d |",
                "hostaddr=10.0.0.1,::1 user=ann dbname=d | postgresql://ann@10.0.0.1:5432,[::1]:5432/d |",
                "postgresql://ann:p?q&r=#,;[]@h/d | postgresql://ann@h:5432/d | p?q&r=#,;[]",
                "postgresql://h/d?us%65r=ann&password=a+b | postgresql://ann@h:5432/d | a+b",
            })
    void aConnectionStringIsReadAsLibpqDoes(String text, String shown, String password) throws DsnException {
        Dsn dsn = Dsn.read(text, Map.of());

        assertThat(dsn).hasToString(shown);
        assertThat(properties(dsn).getProperty("password")).isEqualTo(password);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "postgresql://a@h/d?sslrotcert=x | parameter sslrotcert, which Straum does not support; is it sslrootcert?",
                "host=h hots=g | parameter hots, which Straum does not support; is it host?",
                "postgresql://a@h,g:1,i:2,/d?hostaddr=::1 | 4 host names and 1 addresses",
                "host=h,g port=1,2,3 | 3 ports for 2 hosts",
                "host=h,g,i port=1,2 | 2 ports for 3 hosts",
                "host=h hostaddr=db.local | hostaddr is db.local",
                "postgresql:///d?host=/var/run | a Unix socket",
                "postgresql://a@%2Fvar%2Frun/d | the host /var/run is a Unix socket",
                "host=@straum | a Unix socket",
                "postgresql://a:b@c@h/d | @ too many",
                "postgresql://a@h:x/d | the port is not a number after the host h",
                "host=h port=x | port is x",
                "host=h port=65536 | port is 65536",
                "postgresql://a%4@h/d | % that is not followed by two hexadecimal digits",
                "postgresql://a%00@h/d | % that is not followed by two hexadecimal digits",
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
                "host=h keepalives_idle=1m | keepalives_idle is 1m",
                "host=h sslmode=require sslrootcert=system | too weak for sslrootcert=system",
                "host=h sslnegotiation=direct | too weak for sslnegotiation=direct",
                "host=h ssl_min_protocol_version=TLSv1.3 ssl_max_protocol_version=TLSv1.2 | is above",
                "hostaddr=::1 sslmode=verify-full | needs the server's name",
                "jdbc:postgresql://h/d?targetServerType=preferSecondary | target_session_attrs is prefer-standby",
                "jdbc:postgresql://h/d?prepareThreshold=1 | parameter prepareThreshold",
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
                "postgresql://ann:hunter2/x@h/d",
                "postgresql://ann:hunter2@h/d?sslmode=on",
                "postgresql://ann:hunter2@h/d?krbsrvname=x",
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
    void whatNobodySaidIsNamed() throws DsnException {
        String user = System.getProperty("user.name");

        assertThat(Dsn.read(" ", Map.of()).unsaid())
                .isEqualTo(". No DSN was given: the host localhost, the user " + user + " and the database " + user
                        + " are defaults; --dsn postgresql://USER@HOST/DATABASE, or STRAUM_DSN, says which");
        assertThat(Dsn.read("", Map.of("PGUSER", "ann")).unsaid())
                .contains(": the host localhost and the database ann are defaults;");
        assertThat(Dsn.read("", Map.of("PGUSER", "ann", "PGDATABASE", "shop")).unsaid())
                .contains(": the host localhost is a default;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host=localhost", "postgresql:///shop", "user=ann", "hostaddr=127.0.0.1"})
    void ofAStringThatIsGivenNothingIsUnsaid(String text) throws DsnException {
        assertThat(Dsn.read(text, Map.of()).unsaid()).isEmpty();
    }

    @Test
    void ofAHostInTheEnvironmentNothingIsUnsaid() throws DsnException {
        assertThat(Dsn.read("", Map.of("PGHOST", "localhost")).unsaid()).isEmpty();
        assertThat(Dsn.read("", Map.of("PGHOSTADDR", "127.0.0.1")).unsaid()).isEmpty();
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
        assertThat(Dsn.read("", environment).tls().mode()).isEqualTo("require");
        assertThat(Dsn.read("host=h sslmode=disable", environment)).hasToString("postgresql://ann@h:6432/shop");
        assertThat(Dsn.read("host=h sslmode=disable", environment).tls().mode()).isEqualTo("disable");
    }

    @Test
    void anEmptyParameterIsNoneAndKeepsTheEnvironmentOut() throws DsnException {
        Map<String, String> environment = Map.of("PGSSLMODE", "require", "PGUSER", "bob");

        Dsn dsn = Dsn.read("host=h sslmode='' user=ann", environment);

        assertThat(dsn.tls().mode()).isEqualTo("prefer");
        assertThat(dsn.user()).isEqualTo("ann");
        assertThat(Dsn.read("host=h", Map.of("PGSSLMODE", "")).tls().mode()).isEqualTo("prefer");
    }

    @Test
    void whatTheDriverHeedsIsPassedOn() throws DsnException {
        Dsn dsn = Dsn.read(
                "host=h channel_binding=require require_auth=!password,!md5 options='-c geqo=off'",
                Map.of("PGCHANNELBINDING", "disable"));

        assertThat(properties(dsn))
                .containsEntry("channelBinding", "require")
                .containsEntry("requireAuth", "!password,!md5")
                .containsEntry("options", "-c geqo=off");
    }

    @ParameterizedTest
    @CsvSource({", ANY", "any, ANY", "read-write, READ_WRITE", "primary, PRIMARY"})
    void theServersWantedAreThoseAskedFor(String given, Dsn.Wanted wanted) throws DsnException {
        assertThat(Dsn.read(given == null ? "host=h" : "host=h target_session_attrs=" + given, Map.of())
                        .wanted())
                .isEqualTo(wanted);
    }

    @Test
    void aJdbcUrlMeansWhatItMeansToTheDriver() throws DsnException {
        assertThat(Dsn.read("jdbc:postgresql://h/d?ssl=true", Map.of()).tls().mode())
                .isEqualTo("verify-full");
        assertThat(Dsn.read("jdbc:postgresql://h/d?ssl=true&sslmode=require", Map.of())
                        .tls()
                        .mode())
                .isEqualTo("require");
        assertThat(Dsn.read("jdbc:postgresql://h/d?sslmode=require&ssl=true", Map.of())
                        .tls()
                        .mode())
                .isEqualTo("require");
        assertThat(Dsn.read("postgresql://h/d?ssl=true", Map.of()).tls().mode()).isEqualTo("require");
        assertThat(Dsn.read("postgresql://h/d?sslmode=disable&ssl=true", Map.of())
                        .tls()
                        .mode())
                .isEqualTo("require");
        Dsn dsn = Dsn.read(
                "jdbc:postgresql://h,g/d?targetServerType=primary&loadBalanceHosts=true&tcpKeepAlive=false", Map.of());
        assertThat(dsn.wanted()).isEqualTo(Dsn.Wanted.PRIMARY);
        assertThat(dsn.isShuffled()).isTrue();
        assertThat(dsn.keepalive().isOn()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({", 10", "1, 2", "2, 2", "30, 30", "0, 0", "-1, 0"})
    void aHostIsGivenTwoSecondsAtLeast(String given, int seconds) throws DsnException {
        assertThat(Dsn.read(given == null ? "host=h" : "host=h connect_timeout=" + given, Map.of())
                        .connectSeconds())
                .isEqualTo(seconds);
    }

    @Test
    void theNameOfTheApplicationFallsBack() throws DsnException {
        assertThat(properties(Dsn.read("host=h", Map.of()))).containsEntry("ApplicationName", "straum");
        assertThat(properties(Dsn.read("host=h fallback_application_name=f", Map.of())))
                .containsEntry("ApplicationName", "f");
        assertThat(properties(Dsn.read("host=h fallback_application_name=f", Map.of("PGAPPNAME", "a"))))
                .containsEntry("ApplicationName", "a");
    }

    @Test
    void aServiceComesAfterTheStringAndBeforeTheEnvironment(@TempDir Path home) throws IOException, DsnException {
        Path file = Files.writeString(home.resolve(".pg_service.conf"), """
                # of the shop
                [other]
                host=other
                [shopping]
                host=mall
                [shop]
                host=db.local,db2.local
                host=later
                port=6432
                user=ann
                password= p@s' \\:

                [shop]
                host=second
                """);
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "PGUSER", "bob", "PGDATABASE", "d", "PGSERVICE", "shop");

        Dsn byVariable = Dsn.read("port=1", environment);
        assertThat(byVariable).hasToString("postgresql://ann@db.local:1,db2.local:1/d");
        assertThat(properties(byVariable)).containsEntry("password", " p@s' \\:");
        assertThat(Dsn.read("postgresql:///?service=other", environment)).hasToString("postgresql://bob@other:5432/d");
        Map<String, String> named = Map.of("HOME", "/nowhere", "PGSERVICEFILE", file.toString(), "PGDATABASE", "d");
        assertThat(Dsn.read("service=shop", named)).hasToString("postgresql://ann@db.local:6432,db2.local:6432/d");
    }

    @Test
    void theSystemsServicesComeLast(@TempDir Path home, @TempDir Path system) throws IOException, DsnException {
        Files.writeString(home.resolve(".pg_service.conf"), "[mine]\nhost=own\nuser=ann\n");
        Files.writeString(system.resolve("pg_service.conf"), "[mine]\nhost=no\n[all]\nhost=system\nuser=ann\n");
        Map<String, String> environment = Map.of("HOME", home.toString(), "PGSYSCONFDIR", system.toString());

        assertThat(Dsn.read("service=mine", environment)).hasToString("postgresql://ann@own:5432/ann");
        assertThat(Dsn.read("service=all", environment)).hasToString("postgresql://ann@system:5432/ann");
        assertThatThrownBy(() -> Dsn.read("service=none", environment))
                .hasMessageContaining("there is no service none in " + home.resolve(".pg_service.conf") + " or "
                        + system.resolve("pg_service.conf"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hots=db | line 2, has the parameter hots",
                "host = db | line 2, has the parameter host , which libpq does not know; no spaces",
                "hunter2 | line 2, is not parameter=value",
                "service=other | line 2, names another service",
                "ldap://db/x?y | line 2, looks the parameters up by LDAP",
                "target_session_attrs=standby | the service shop: target_session_attrs is standby",
            })
    void aServiceThatCannotBeReadIsRefused(String line, String message, @TempDir Path home) throws IOException {
        Path file = Files.writeString(home.resolve("services"), "[shop]\n" + line + "\n");

        assertThatThrownBy(() -> Dsn.read("service=shop", Map.of("PGSERVICEFILE", file.toString())))
                .isInstanceOf(DsnException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aServiceFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Dsn.read("service=shop", Map.of("PGSERVICEFILE", "/nowhere/s")))
                .hasMessageContaining("/nowhere/s, which is not there");
    }

    @Test
    void thePasswordFileIsReadByItsFirstLineThatFits(@TempDir Path home) throws IOException, DsnException {
        Path file = home.resolve(".pgpass");
        Files.writeString(
                file,
                "# db:5432:*:*:no\nother:5432:*:ann:no\n\\*:*:*:*:no\ndb:5432:*:ann:s\\:1\\:2\\\\:more\n*:*:*:*:last\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Map<String, String> environment = Map.of("HOME", home.toString());

        assertThat(properties(Dsn.read("host=db user=ann", environment))).containsEntry("password", "s:1:2\\");
        assertThat(properties(Dsn.read("host=db user=bob", environment))).containsEntry("password", "last");
        assertThat(properties(Dsn.read("host=db user=ann password=own", environment)))
                .containsEntry("password", "own");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "host=::1 user=ann dbname=d | v6",
                "host=db user=ann dbname=d port=1 | by port",
                "host=db user=ann dbname=d | by database",
                "host=db user=ann dbname=other | by user",
                "host=db user=bob dbname=other |",
            })
    void everyFieldOfThePasswordFileHasToFit(String text, String password, @TempDir Path home)
            throws IOException, DsnException {
        Path file = Files.writeString(
                home.resolve(".pgpass"),
                "\\:\\:1:5432:d:ann:v6\ndb:1:d:ann:by port\ndb:*:d:ann:by database\ndb:*:*:ann:by user\n*:1:*:*:no\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        Dsn dsn = Dsn.read(text, Map.of("HOME", home.toString()));

        assertThat(properties(dsn).getProperty("password")).isEqualTo(password);
    }

    @Test
    void eachHostHasAPasswordOfItsOwn(@TempDir Path home) throws IOException, DsnException {
        Path file = Files.writeString(home.resolve("passwords"), "a:1:d:ann:first\n10.0.0.2:2:d:ann:second\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        Dsn dsn = Dsn.read(
                "host=a,,c hostaddr=10.0.0.1,10.0.0.2, port=1,2,3 user=ann dbname=d passfile=" + file, Map.of());

        assertThat(dsn.hosts()).extracting(Host::password).containsExactly("first", "second", null);
    }

    @Test
    void aPasswordFileThatOthersMayReadIsPassedOver(@TempDir Path home) throws IOException, DsnException {
        Path file = Files.writeString(home.resolve("passwords"), "*:*:*:*:s\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(properties(Dsn.read("host=db user=ann passfile=" + file, Map.of())))
                .doesNotContainKey("password");
    }

    private static Properties properties(Dsn dsn) {
        return dsn.properties(dsn.hosts().get(0));
    }
}
