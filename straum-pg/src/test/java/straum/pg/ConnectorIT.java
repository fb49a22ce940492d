package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import jdk.net.ExtendedSocketOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.jdbc.PgConnection;
import straum.app.SourceException;
import straum.app.SourceException.Kind;
import straum.pg.testing.PostgresServer;

/** Which server is connected to, by which address, and what its sessions are set to. */
class ConnectorIT {
    private static final String LOGIN = " dbname=postgres user=postgres password=" + PostgresServer.PASSWORD;

    private final PostgresServer server = PostgresServer.shared();

    private static Dsn dsn(String text) throws DsnException {
        return Dsn.read(text, Map.of("HOME", "/nowhere"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static InetAddress loopback(int last) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    private static int port(PgConnection connection) {
        return connection.getQueryExecutor().getHostSpec().getPort();
    }

    private static String value(PgConnection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void theFirstHostThatAnswersIsTaken() throws Exception {
        int nobody = freePort();
        String text = "host=127.0.0.1,no.such.host.invalid,127.0.0.1,127.0.0.1 port=" + nobody + ",1," + server.port()
                + "," + nobody + LOGIN;

        PgConnection plain = new Connector(dsn(text)).plain();

        assertThat(port(plain)).isEqualTo(server.port());
        Connector.close(plain);
    }

    /** P17. */
    @Test
    void everyAddressOfANameIsTried() throws Exception {
        InetAddress nobody = loopback(2);
        InetAddress there = InetAddress.getByName("127.0.0.1");
        Dsn dsn = dsn("host=db.example port=" + server.port() + LOGIN);

        Connector connector = new Connector(dsn, name -> new InetAddress[] {nobody, there});
        PgConnection plain = connector.plain();
        PgConnection replication = connector.replication(Server.of(plain, dsn));

        assertThat(value(plain, "SELECT host(inet_server_addr())")).isEqualTo("127.0.0.1");
        assertThat(value(replication, "SELECT host(inet_server_addr())")).isEqualTo("127.0.0.1");
        Connector.close(plain);
        Connector.close(replication);
    }

    @Test
    void aFailureNamesEachHostAndAddressAndWhyEachFailed() throws Exception {
        int nobody = freePort();
        InetAddress[] two = {loopback(2), loopback(3)};
        Dsn dsn = dsn("host=db.example,no.such.host,127.0.0.1 port=" + nobody + LOGIN);
        Connector connector = new Connector(
                dsn,
                name -> name.equals("db.example")
                        ? two
                        : InetAddress.getAllByName(name.equals("127.0.0.1") ? name : "."));

        assertThatThrownBy(connector::plain)
                .isInstanceOf(SourceException.class)
                .hasMessage("cannot connect to PostgreSQL at db.example:" + nobody
                        + " (127.0.0.2, 127.0.0.3): Connection refused; no.such.host:" + nobody
                        + ": there is no host of that name; 127.0.0.1:" + nobody + ": Connection refused");
    }

    @Test
    void aFailureOfWhatNobodySaidSaysSo() throws Exception {
        Dsn dsn = Dsn.read("", Map.of("PGPORT", Integer.toString(freePort()), "PGUSER", "ann"));

        assertThatThrownBy(() -> new Connector(dsn).plain())
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("cannot connect to PostgreSQL at localhost:")
                .hasMessageEndingWith(
                        "Connection refused. No DSN was given: the host localhost and the database ann are"
                                + " defaults; --dsn postgresql://USER@HOST/DATABASE, or STRAUM_DSN, says which");
    }

    @Test
    void aRefusalOfWhatNobodySaidSaysSo() throws Exception {
        Dsn dsn =
                Dsn.read("", Map.of("PGPORT", Integer.toString(server.port()), "PGUSER", "nobody", "PGPASSWORD", "x"));

        assertThatThrownBy(() -> new Connector(dsn).plain())
                .hasMessageContaining("does not let nobody in")
                .hasMessageContaining("No DSN was given: the host localhost and the database nobody are defaults");
    }

    @Test
    void whereLoginIsRefusedTheNextHostIsNotTried() throws Exception {
        try (Relay next = Relay.to(server.port())) {
            Dsn dsn = dsn("host=127.0.0.1,127.0.0.1 port=" + server.port() + "," + next.port()
                    + " dbname=postgres user=postgres password=hunter2");

            assertThatThrownBy(() -> new Connector(dsn).plain())
                    .hasMessageContaining("127.0.0.1:" + server.port() + " does not let postgres in")
                    .hasMessageNotContaining("hunter2");
            assertThat(next.accepted()).isZero();
        }
    }

    @Test
    void aHostThatStaysSilentIsGivenUpForTheNext() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"))) {
            Dsn dsn = dsn("host=127.0.0.1,127.0.0.1 connect_timeout=1 sslmode=disable port=" + silent.getLocalPort()
                    + "," + server.port() + LOGIN);

            PgConnection plain = new Connector(dsn).plain();

            assertThat(port(plain)).isEqualTo(server.port());
            Connector.close(plain);
        }
    }

    @Test
    void hostsAreTriedInAnOrderOfChanceWhereAskedFor() throws Exception {
        try (Relay relay = Relay.to(server.port())) {
            Dsn dsn = dsn("host=127.0.0.1,127.0.0.1 load_balance_hosts=random port=" + server.port() + ","
                    + relay.port() + LOGIN);
            Set<Integer> taken = new HashSet<>();

            // That one is never taken has a chance of one to 2^63.
            for (int i = 0; i < 64 && taken.size() < 2; i++) {
                PgConnection plain = new Connector(dsn).plain();
                taken.add(port(plain));
                Connector.close(plain);
            }

            assertThat(taken).hasSize(2);
        }
    }

    @Test
    void aServerThatIsReadOnlyIsPassedOverWhereAskedFor() throws Exception {
        String database = server.newDatabase();
        server.execute("postgres", "ALTER DATABASE " + database + " SET default_transaction_read_only = on");
        String at = "host=127.0.0.1 port=" + server.port() + " user=postgres password=" + PostgresServer.PASSWORD
                + " dbname=" + database + " target_session_attrs=";

        PgConnection primary = new Connector(dsn(at + "primary")).plain();
        assertThat(value(primary, "SHOW default_transaction_read_only")).isEqualTo("off");
        Connector.close(primary);
        assertThatThrownBy(() -> new Connector(dsn(at + "read-write")).plain())
                .hasMessageContaining("127.0.0.1:" + server.port() + ": is read-only");
        server.dropDatabase(database);
    }

    @Test
    void aStandbyIsPassedOverWhereAskedForAndElseRefused() throws Exception {
        try (PostgresServer standby = PostgresServer.embedded()) {
            Path data = Path.of(standby.value("postgres", "SHOW data_directory"));
            standby.stop(PostgresServer.Stop.FAST);
            Files.createFile(data.resolve("standby.signal"));
            standby.startAgain();
            String two = "host=127.0.0.1,127.0.0.1 port=" + standby.port() + "," + server.port() + LOGIN;

            for (String wanted : new String[] {"primary", "read-write"}) {
                PgConnection plain = new Connector(dsn(two + " target_session_attrs=" + wanted)).plain();
                assertThat(port(plain)).as(wanted).isEqualTo(server.port());
                Connector.close(plain);
            }
            assertThatThrownBy(() -> new Connector(
                                    dsn("host=127.0.0.1 target_session_attrs=primary port=" + standby.port() + LOGIN))
                            .plain())
                    .hasMessageContaining("127.0.0.1:" + standby.port() + ": is a standby");
            PgConnection any = new Connector(dsn(two)).plain();
            assertThatThrownBy(() -> Server.of(any, dsn(two)))
                    .hasMessageContaining(
                            "127.0.0.1:" + standby.port() + " is a standby: target_session_attrs=primary");
            Connector.close(any);
        }
    }

    /** P15. */
    @Test
    void bothConnectionsMustLeadToTheSameServer() throws Exception {
        try (PostgresServer other = PostgresServer.start();
                Relay relay = Relay.to(server.port(), other.port())) {
            Dsn dsn = dsn("host=127.0.0.1 sslmode=disable port=" + relay.port() + LOGIN);
            Connector connector = new Connector(dsn);
            PgConnection plain = connector.plain();
            Server found = Server.of(plain, dsn);

            assertThatThrownBy(() -> connector.replication(found))
                    .hasMessageContaining("led to two different servers")
                    .hasMessageContaining("cluster " + found.instance().cluster());
            Connector.close(plain);
        }
    }

    /** P15. */
    @Test
    void serversOfOneClusterAreToldApart() throws Exception {
        Dsn dsn = dsn("host=127.0.0.1 port=" + server.port() + LOGIN);
        Connector connector = new Connector(dsn);
        PgConnection plain = connector.plain();
        Server found = Server.of(plain, dsn);
        Server.Instance instance = found.instance();
        Server promoted =
                with(found, new Server.Instance(instance.cluster(), instance.timeline() + 1, instance.started()));
        Server standby =
                with(found, new Server.Instance(instance.cluster(), instance.timeline(), "2020-01-01 00:00:00+00"));

        Connector.close(connector.replication(found));
        assertThatThrownBy(() -> connector.replication(promoted)).hasMessageContaining("on timeline 2");
        assertThatThrownBy(() -> connector.replication(standby)).hasMessageContaining("started at 2020");
        Connector.close(plain);
    }

    private static Server with(Server server, Server.Instance instance) {
        return new Server(server.major(), server.version(), server.database(), instance);
    }

    /** P16: every password in all three spellings and in the password file. */
    @ParameterizedTest
    @ValueSource(
            strings = {"@ : / % ' \\ x", "p:q@r/s?t#u", "%41+%2B \\\\'", " lead and trail ", "žluť & = ; , [ ]", "\"$`*"
            })
    void aPasswordOfAnyLettersLogsIn(String password, @TempDir Path home) throws Exception {
        String role = "speller";
        server.execute(
                "postgres",
                "CREATE ROLE " + role + " LOGIN REPLICATION",
                "ALTER ROLE " + role + " PASSWORD '" + password.replace("'", "''") + "'");
        String encoded = encoded(password);
        String quoted = password.replace("\\", "\\\\").replace("'", "\\'");
        String place = "127.0.0.1:" + server.port() + "/postgres";
        Path file = Files.writeString(
                home.resolve(".pgpass"),
                "127.0.0.1:" + server.port() + ":*:speller:"
                        + password.replace("\\", "\\\\").replace(":", "\\:") + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        try {
            for (String text : new String[] {
                "postgresql://" + role + ":" + encoded + "@" + place,
                "postgresql://" + place + "?user=" + role + "&password=" + encoded,
                "host=127.0.0.1 port=" + server.port() + " dbname=postgres user=speller password='" + quoted + "'",
                "jdbc:postgresql://" + place + "?user=" + role + "&password=" + encoded,
                "postgresql://" + role + "@" + place,
            }) {
                PgConnection plain = new Connector(Dsn.read(text, Map.of("HOME", home.toString()))).plain();
                assertThat(value(plain, "SELECT current_user")).as(text).isEqualTo(role);
                Connector.close(plain);
            }
        } finally {
            server.execute("postgres", "DROP ROLE " + role);
        }
    }

    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            encoded.append(String.format("%%%02X", b));
        }
        return encoded.toString();
    }

    /** What each setting is in our sessions, whatever a role or a database says. */
    private static Map<String, String> ours(int major) {
        Map<String, String> ours = new TreeMap<>(Map.ofEntries(
                Map.entry("statement_timeout", "0"),
                Map.entry("lock_timeout", "0"),
                Map.entry("idle_in_transaction_session_timeout", "0"),
                Map.entry("idle_session_timeout", "0"),
                Map.entry("row_security", "off"),
                Map.entry("search_path", ""),
                Map.entry("IntervalStyle", "postgres"),
                Map.entry("DateStyle", "ISO, MDY"),
                Map.entry("TimeZone", "UTC"),
                Map.entry("extra_float_digits", "1"),
                Map.entry("standard_conforming_strings", "on"),
                Map.entry("quote_all_identifiers", "off"),
                Map.entry("bytea_output", "hex"),
                Map.entry("default_transaction_isolation", "read committed"),
                Map.entry("default_transaction_read_only", "off"),
                Map.entry("default_transaction_deferrable", "off"),
                Map.entry("jit", "off"),
                Map.entry("client_encoding", "UTF8"),
                Map.entry("application_name", "straum")));
        if (major >= 17) {
            ours.put("transaction_timeout", "0");
        }
        return ours;
    }

    /** For each of them another value. */
    private static final Map<String, String> THEIRS = Map.ofEntries(
            Map.entry("statement_timeout", "'9min'"),
            Map.entry("lock_timeout", "'9min'"),
            Map.entry("idle_in_transaction_session_timeout", "'9min'"),
            Map.entry("idle_session_timeout", "'9min'"),
            Map.entry("transaction_timeout", "'9min'"),
            Map.entry("row_security", "on"),
            Map.entry("search_path", "app, public"),
            Map.entry("IntervalStyle", "iso_8601"),
            Map.entry("DateStyle", "'German, DMY'"),
            Map.entry("TimeZone", "'Asia/Amman'"),
            Map.entry("extra_float_digits", "-5"),
            Map.entry("standard_conforming_strings", "off"),
            Map.entry("quote_all_identifiers", "on"),
            Map.entry("bytea_output", "escape"),
            Map.entry("default_transaction_isolation", "'serializable'"),
            Map.entry("default_transaction_read_only", "on"),
            Map.entry("default_transaction_deferrable", "on"),
            Map.entry("jit", "on"),
            Map.entry("client_encoding", "'LATIN1'"),
            Map.entry("application_name", "'theirs'"));

    @Test
    void noRoleNorDatabaseNorOptionChangesOurSettings() throws Exception {
        int major = server.major();
        String database = server.newDatabase();
        server.execute("postgres", "CREATE ROLE setter LOGIN REPLICATION SUPERUSER PASSWORD 's'");
        StringBuilder options = new StringBuilder("-c statement_timeout=1h -c DateStyle=SQL,DMY");
        for (String setting : ours(major).keySet()) {
            String to = " SET " + setting + " = " + THEIRS.get(setting);
            server.execute(
                    "postgres",
                    "ALTER ROLE setter" + to,
                    "ALTER DATABASE " + database + to,
                    "ALTER ROLE setter IN DATABASE " + database + to);
        }
        Dsn dsn = dsn("host=127.0.0.1 port=" + server.port() + " user=setter password=s dbname=" + database
                + " options='" + options + "'");
        Connector connector = new Connector(dsn);
        PgConnection plain = connector.plain();
        PgConnection replication = connector.replication(Server.of(plain, dsn));
        try {
            assertThat(settings(plain, major)).isEqualTo(ours(major));
            assertThat(settings(replication, major)).isEqualTo(ours(major));
        } finally {
            Connector.close(plain);
            Connector.close(replication);
            server.dropDatabase(database);
            server.execute("postgres", "DROP ROLE setter");
        }
    }

    private static Map<String, String> settings(PgConnection connection, int major) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        for (String name : ours(major).keySet()) {
            settings.put(name, value(connection, "SELECT setting FROM pg_settings WHERE name = '" + name + "'"));
        }
        return settings;
    }

    @Test
    void aLostHostIsNoticedByTcpWithinAMinute() throws Exception {
        Properties properties = new Properties();
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            AddressSockets.pass(
                    listening.getInetAddress(),
                    listening.getLocalPort(),
                    2_000,
                    dsn("host=h").keepalive(),
                    properties);
            try (Socket socket = new AddressSockets(properties).createSocket()) {
                assertThat(socket.getKeepAlive()).isTrue();
                int idle = socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE);
                int interval = socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL);
                int count = socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT);
                assertThat(idle + interval * count).isEqualTo(60);
            }
            AddressSockets.pass(
                    listening.getInetAddress(),
                    listening.getLocalPort(),
                    2_000,
                    dsn("keepalives_idle=7 keepalives_interval=2 keepalives_count=4")
                            .keepalive(),
                    properties);
            try (Socket socket = new AddressSockets(properties).createSocket()) {
                assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(7);
                assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL))
                        .isEqualTo(2);
                assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT))
                        .isEqualTo(4);
            }
        }
    }

    /** The kernel's own list of sockets: a timer of kind 2 is that of the keepalive. */
    @Test
    void theSocketsOfBothConnectionsAreKeptAlive() throws Exception {
        // Java's sockets are of IPv6, and hold an IPv4 address in its last part.
        Path sockets = Path.of("/proc/net/tcp6");
        assumeTrue(Files.exists(sockets));
        Dsn dsn = dsn("host=127.0.0.1 port=" + server.port() + LOGIN);
        Connector connector = new Connector(dsn);
        PgConnection plain = connector.plain();
        PgConnection replication = connector.replication(Server.of(plain, dsn));

        for (PgConnection connection : new PgConnection[] {plain, replication}) {
            int port = Integer.parseInt(
                    value(connection, "SELECT client_port FROM pg_stat_activity WHERE pid = pg_backend_pid()"));
            String local = String.format("0100007F:%04X", port);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(Files.readAllLines(sockets))
                            .anySatisfy(line -> assertThat(line.strip().split(" +"))
                                    .satisfies(fields -> {
                                        assertThat(fields[1]).endsWith(local);
                                        assertThat(fields[5]).startsWith("02:");
                                    })));
        }
        Connector.close(plain);
        Connector.close(replication);
    }

    /** What a server says that lets nobody in, in the words of the protocol. */
    private static byte[] refusal(String state, String message) {
        byte[] fields = ("SFATAL\0C" + state + "\0M" + message + "\0\0").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + fields.length)
                .put((byte) 'E')
                .putInt(4 + fields.length)
                .put(fields)
                .array();
    }

    @Test
    void aServerThatIsStillStartingIsPassedOverForTheNext() throws Exception {
        byte[] notNow = refusal("57P03", "the database system is starting up");
        try (Relay starting = Relay.changing(answer -> notNow, server.port())) {
            PgConnection plain = new Connector(dsn("host=127.0.0.1,127.0.0.1 sslmode=disable port=" + starting.port()
                            + "," + server.port() + LOGIN))
                    .plain();

            assertThat(port(plain)).isEqualTo(server.port());
            assertThat(starting.accepted()).isEqualTo(1);
            Connector.close(plain);
        }
    }

    /** P18. */
    @Test
    void aPoolerThatKnowsNoOptionsIsNamed() throws Exception {
        // What PgBouncer says to a parameter that it is not told to ignore.
        byte[] refusal = refusal("08P01", "unsupported startup parameter: options");
        try (Relay relay = Relay.changing(answer -> refusal, server.port())) {
            assertPooler(relay.port());
        }
    }

    @Test
    void aPoolerThatNumbersSessionsItselfIsNamed() throws Exception {
        try (Relay relay = Relay.changing(ConnectorIT::withAnotherPid, server.port())) {
            assertPooler(relay.port());
        }
    }

    /** Changes the number of the server's process in what a session begins with: BackendKeyData, of 12 bytes. */
    static byte[] withAnotherPid(byte[] answer) {
        for (int i = 0; i + 12 < answer.length; i++) {
            if (answer[i] == 'K'
                    && answer[i + 1] == 0
                    && answer[i + 2] == 0
                    && answer[i + 3] == 0
                    && answer[i + 4] == 12) {
                answer[i + 7] ^= 1;
            }
        }
        return answer;
    }

    private static void assertPooler(int port) throws Exception {
        Dsn dsn = dsn("host=127.0.0.1 sslmode=disable port=" + port + LOGIN);
        assertThatThrownBy(() -> {
                    PgConnection plain = new Connector(dsn).plain();
                    try {
                        Server.of(plain, dsn);
                    } finally {
                        Connector.close(plain);
                    }
                })
                .hasMessage("what answers at 127.0.0.1:" + port + " is a connection pooler, and following needs"
                        + " PostgreSQL itself: give its own host and port")
                .extracting(failure -> ((SourceException) failure).kind())
                .isEqualTo(Kind.UNFIT);
    }
}
