package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.AlgorithmParameters;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.jdbc.PgConnection;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.pg.testing.PostgresServer;

/** TLS with a server that has a certificate for {@code localhost}, and asks some roles for one of theirs. */
class TlsIT {
    private static Path folder;
    private static Certificates certificates;
    private static PostgresServer server;

    /** Where there is no {@code .postgresql}. */
    @TempDir
    private Path home;

    @BeforeAll
    static void start(@TempDir Path files) throws Exception {
        // The server may run as another user, who must get in.
        Files.setPosixFilePermissions(files, PosixFilePermissions.fromString("rwxr-xr-x"));
        folder = files;
        certificates = new Certificates(files, "authority");
        certificates.sign("authority", "server", "localhost", "san=dns:localhost");
        certificates.sign("authority", "follower", "follower");
        new Certificates(files, "stranger");
        Path access = Files.writeString(files.resolve("access.conf"), """
                host    all plain    127.0.0.1/32 scram-sha-256
                hostssl all follower 127.0.0.1/32 cert
                hostssl all tlsonly  127.0.0.1/32 scram-sha-256
                hostnossl all bare   127.0.0.1/32 scram-sha-256
                host    all postgres 127.0.0.1/32 scram-sha-256
                hostssl all plain    ::1/128      scram-sha-256
                """);
        server = PostgresServer.embedded(
                "ssl=on",
                "ssl_cert_file=" + files.resolve("server.crt"),
                "ssl_key_file=" + files.resolve("server.key"),
                "ssl_ca_file=" + files.resolve("authority.crt"),
                "hba_file=" + access,
                "listen_addresses=127.0.0.1,::1");
        server.execute(
                "postgres",
                "CREATE ROLE plain LOGIN REPLICATION PASSWORD 's'",
                "CREATE ROLE follower LOGIN REPLICATION",
                "CREATE ROLE tlsonly LOGIN REPLICATION PASSWORD 's'",
                "CREATE ROLE bare LOGIN REPLICATION PASSWORD 's'");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private PgConnection connect(String more) throws Exception {
        return new Connector(dsn(more)).plain();
    }

    private Dsn dsn(String more) throws DsnException {
        return Dsn.read(
                "host=localhost port=" + server.port() + " dbname=postgres " + more.replace("$", folder + "/"),
                Map.of("HOME", home.toString()));
    }

    private boolean isEncrypted(String more) throws Exception {
        PgConnection connection = connect(more);
        try {
            return isEncrypted(connection);
        } finally {
            Connector.close(connection);
        }
    }

    private static boolean isEncrypted(PgConnection connection) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Test
    void tlsFromTheFirstByteTakesAServerThatKnowsIt() throws Exception {
        String direct = "user=plain password=s sslmode=require sslnegotiation=direct";
        if (server.major() >= 17) {
            assertThat(isEncrypted(direct)).isTrue();
        } else {
            assertThatThrownBy(() -> connect(direct))
                    .hasMessageStartingWith("no TLS with PostgreSQL at localhost:")
                    .hasMessageEndingWith("; sslnegotiation=direct takes PostgreSQL 17 or later");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user=plain password=s | true",
                "user=plain password=s sslmode=disable | false",
                "user=plain password=s sslmode=allow | false",
                "user=tlsonly password=s sslmode=allow | true",
                "user=plain password=s sslmode=prefer | true",
                "user=bare password=s sslmode=prefer | false",
                "user=plain password=s sslmode=require | true",
                "user=plain password=s sslmode=verify-ca sslrootcert=$authority.crt | true",
                "user=plain password=s sslmode=verify-full sslrootcert=$authority.crt | true",
                "user=plain password=s sslmode=verify-full sslrootcert=$authority.crt channel_binding=require | true",
                "user=plain password=s sslmode=require sslsni=0 | true",
                "user=plain password=s sslmode=require ssl_min_protocol_version=TLSv1.3 | true",
                "user=plain password=s sslmode=require ssl_max_protocol_version=TLSv1.2 | true",
                "user=plain password=s sslmode=require require_auth=scram-sha-256 | true",
                "user=plain password=s sslmode=require require_auth=!password,!md5 | true",
                "user=plain password=s sslrootcert=$stranger.crt sslmode=prefer | true",
            })
    void aConnectionIsEncryptedAsAskedFor(String dsn, boolean encrypted) throws Exception {
        assertThat(isEncrypted(dsn)).isEqualTo(encrypted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "user=plain password=s sslmode=verify-ca sslrootcert=$stranger.crt | of no authority that is trusted",
                "user=plain password=s sslmode=require sslrootcert=$stranger.crt | of no authority that is trusted",
                "user=plain password=s sslrootcert=system | of no authority that is trusted",
                "user=plain password=s sslmode=verify-full | there is no file",
                "user=plain password=s sslmode=verify-full sslrootcert=$missing.crt | missing.crt: sslrootcert names",
                "user=plain password=s sslmode=verify-full sslrootcert=$server.key | cannot be read",
                "user=bare password=s sslmode=require | does not let bare in",
                "user=tlsonly password=s sslmode=disable | does not let tlsonly in",
                "user=plain password=s sslmode=disable channel_binding=require | SSL is not in use",
                "user=plain password=s require_auth=md5 | requireAuth",
                "user=follower sslmode=require | does not let follower in",
                "user=follower sslcert=$missing.crt | missing.crt (sslcert) is not there",
                "user=follower sslcert=$follower.crt sslkey=$missing.key | missing.key of the client certificate is not there",
                "user=follower sslcert=$follower.crt sslkey=$follower.key sslcertmode=disable | does not let follower in",
            })
    void whatIsAskedForAndNotThereIsRefused(String dsn, String message) {
        assertThatThrownBy(() -> connect(dsn))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(message)
                .extracting(failure -> ((SourceException) failure).kind())
                .isEqualTo(Kind.UNFIT);
    }

    /** Only for want of encryption, or of its contrary, is the other way tried: a password is no such want. */
    @Test
    void aPasswordThatIsRefusedIsNotSaidAgainWithoutTls() throws Exception {
        try (Relay relay = Relay.to(server.port())) {
            assertThatThrownBy(() -> connect("user=plain password=wrong port=" + relay.port()))
                    .hasMessageContaining("does not let plain in");
            assertThat(relay.accepted()).isEqualTo(1);
        }
    }

    @Test
    void whereTheServerIsNotTrustedTheNextHostIsNotTried() throws Exception {
        try (Relay next = Relay.to(server.port())) {
            assertThatThrownBy(() -> connect("host=localhost,localhost port=" + server.port() + "," + next.port()
                            + " user=plain password=s sslmode=verify-full sslrootcert=$stranger.crt"))
                    .hasMessageContaining("of no authority that is trusted");
            assertThat(next.accepted()).isZero();
        }
    }

    /** P16. */
    @Test
    void aCertificateOfAnotherNameIsRefusedByVerifyFullAlone() throws Exception {
        String other = "host=127.0.0.1 user=plain password=s sslrootcert=$authority.crt sslmode=";

        assertThat(isEncrypted(other + "verify-ca")).isTrue();
        assertThatThrownBy(() -> connect(other + "verify-full")).hasMessageContaining("certificate is of another name");
    }

    @Test
    void anAddressIsConnectedToAndTheNameVerified() throws Exception {
        assertThat(isEncrypted(
                        "hostaddr=127.0.0.1 user=plain password=s sslmode=verify-full sslrootcert=$authority.crt"))
                .isTrue();
        assertThatThrownBy(() -> connect("host=db.example hostaddr=127.0.0.1 user=plain password=s"
                        + " sslmode=verify-full sslrootcert=$authority.crt"))
                .hasMessageContaining("certificate is of another name");
    }

    @Test
    void anIpv6AddressIsSpokenToInTlsToo() throws Exception {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            assertThat(probe.isBound()).isTrue();
        } catch (IOException e) {
            Assumptions.abort("this machine has no IPv6: " + e.getMessage());
        }
        Dsn dsn = dsn("host=::1 user=plain password=s sslmode=require");
        Connector connector = new Connector(dsn);
        PgConnection plain = connector.plain();
        PgConnection replication = connector.replication(Server.of(plain, dsn));

        assertThat(isEncrypted(plain)).isTrue();
        assertThat(isEncrypted(replication)).isTrue();
        Connector.close(plain);
        Connector.close(replication);
        assertThatThrownBy(() -> connect("host=::1 user=follower sslmode=require"))
                .hasMessageContaining("PostgreSQL at [::1]:" + server.port() + " does not let follower in");
    }

    @Test
    void whatIsInTheHomeFolderCountsByDefault() throws Exception {
        Path own = Files.createDirectories(home.resolve(".postgresql"));
        Files.copy(folder.resolve("authority.crt"), own.resolve("root.crt"));
        Files.copy(folder.resolve("follower.crt"), own.resolve("postgresql.crt"));
        Files.copy(folder.resolve("follower.key"), own.resolve("postgresql.key"));

        assertThat(isEncrypted("user=follower sslmode=verify-full")).isTrue();
        Files.copy(folder.resolve("stranger.crt"), own.resolve("root.crt"), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> connect("user=follower sslmode=require"))
                .hasMessageContaining("of no authority that is trusted");
    }

    @Test
    void aRevokedCertificateIsRefused() throws Exception {
        Path revoked = certificates.revoke("authority", "server", "revoked.crl");
        Path others = certificates.revoke("authority", "follower", "others.crl");
        Path many = Files.createDirectories(folder.resolve("lists"));
        String dsn = "user=plain password=s sslmode=verify-full sslrootcert=$authority.crt ";

        assertThat(isEncrypted(dsn + "sslcrl=" + others)).isTrue();
        assertThatThrownBy(() -> connect(dsn + "sslcrl=" + revoked)).hasMessageContaining("revoked");
        assertThatThrownBy(() -> connect(dsn + "sslcrldir=" + many)).hasMessageContaining("there is no list");
        Files.copy(revoked, many.resolve("one.r0"));
        assertThatThrownBy(() -> connect(dsn + "sslcrldir=" + many)).hasMessageContaining("revoked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "OPENSSL", "DER", "PKCS12"})
    void aRoleLogsInByItsCertificate(String kind) throws Exception {
        byte[] der = certificates.privateKey("follower").getEncoded();
        String name = "key " + kind;
        Path key = switch (kind) {
            // The key itself is what follows the 26 bytes that say it is one of RSA (RFC 5208).
            case "RSA PRIVATE KEY" -> certificates.writeKey(name, Arrays.copyOfRange(der, 26, der.length), kind);
            case "ENCRYPTED PRIVATE KEY" -> certificates.writeKey(name, encrypted(der), kind);
            case "OPENSSL" -> byOpenssl(certificates.writeKey("clear", der, "PRIVATE KEY"));
            case "DER" -> readable(Files.write(folder.resolve("follower.der"), der));
            case "PKCS12" -> readable(certificates.store("follower"));
            default -> certificates.writeKey(name, der, kind);
        };
        String dsn = "user=follower sslmode=require sslcert=$follower.crt sslkey='" + key + "' sslpassword=changeit";
        Connector connector = new Connector(dsn(dsn));
        PgConnection plain = connector.plain();
        PgConnection replication = connector.replication(Server.of(plain, dsn("user=follower")));

        assertThat(isEncrypted(plain)).isTrue();
        assertThat(isEncrypted(replication)).isTrue();
        Connector.close(plain);
        Connector.close(replication);
    }

    private static Path readable(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Encrypted as openssl does by default: by a scheme of PKCS #5 that this JDK can read, and not write. */
    private static Path byOpenssl(Path key) throws Exception {
        Path file = folder.resolve("openssl.key");
        Process process;
        try {
            process = new ProcessBuilder(
                            "openssl", "pkcs8", "-topk8", "-in", key.toString(), "-passout", "pass:changeit")
                    .redirectOutput(file.toFile())
                    .start();
        } catch (IOException e) {
            return Assumptions.abort("there is no openssl: " + e.getMessage());
        }
        assertThat(process.waitFor()).isZero();
        return readable(file);
    }

    @SuppressWarnings("InsecureCryptoUsage")
    private static byte[] encrypted(byte[] der) throws Exception {
        String scheme = "PBEWithSHA1AndDESede";
        Cipher cipher = Cipher.getInstance(scheme);
        cipher.init(
                Cipher.ENCRYPT_MODE,
                SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec("changeit".toCharArray())));
        AlgorithmParameters parameters = cipher.getParameters();
        return new EncryptedPrivateKeyInfo(parameters, cipher.doFinal(der)).getEncoded();
    }

    @Test
    void aKeyThatCannotBeReadIsRefusedWithWhatConvertsIt() throws Exception {
        byte[] der = certificates.privateKey("follower").getEncoded();
        String dsn = "user=follower sslmode=require sslcert=$follower.crt sslkey=";
        Path elliptic = certificates.writeKey("elliptic", der, "EC PRIVATE KEY");
        Path secret = certificates.writeKey("secret", encrypted(der), "ENCRYPTED PRIVATE KEY");
        Path open = certificates.writeKey("open", der, "PRIVATE KEY");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> connect(dsn + elliptic)).hasMessageContaining("openssl pkcs8 -topk8 -in " + elliptic);
        assertThatThrownBy(() -> connect(dsn + secret)).hasMessageContaining("is encrypted: sslpassword");
        assertThatThrownBy(() -> connect(dsn + secret + " sslpassword=hunter2"))
                .hasMessageContaining("sslpassword is another")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> connect(dsn + open)).hasMessageContaining("chmod 600 " + open);
    }

    @Test
    void aServerWithoutTlsIsLeftWhereItIsAskedFor() throws Exception {
        PostgresServer without = PostgresServer.shared();
        String at = "host=127.0.0.1 port=" + without.port() + " dbname=postgres user=postgres password="
                + PostgresServer.PASSWORD;

        PgConnection plain = new Connector(Dsn.read(at, Map.of("HOME", home.toString()))).plain();
        assertThat(isEncrypted(plain)).isFalse();
        Connector.close(plain);
        assertThatThrownBy(() ->
                        new Connector(Dsn.read(at + " sslmode=require", Map.of("HOME", home.toString()))).plain())
                .hasMessageContaining("SSL");
    }
}
