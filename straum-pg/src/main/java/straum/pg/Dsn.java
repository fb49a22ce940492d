package straum.pg;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;

/**
 * Where a database is and how to log in, as libpq reads it (PostgreSQL manual, 32.1.1 and 32.15): a connection string
 * first, then the {@code PG...} variables of the environment, then the password file, then defaults. A parameter that is
 * not understood is refused: one that only seems to be heeded may be what keeps a connection safe.
 */
public final class Dsn {
    /** The parameters understood, each with the variable that stands in for it. */
    private static final Map<String, String> VARIABLES = Map.ofEntries(
            Map.entry("host", "PGHOST"),
            Map.entry("port", "PGPORT"),
            Map.entry("dbname", "PGDATABASE"),
            Map.entry("user", "PGUSER"),
            Map.entry("password", "PGPASSWORD"),
            Map.entry("passfile", "PGPASSFILE"),
            Map.entry("sslmode", "PGSSLMODE"),
            Map.entry("channel_binding", "PGCHANNELBINDING"),
            Map.entry("connect_timeout", "PGCONNECT_TIMEOUT"),
            Map.entry("application_name", "PGAPPNAME"),
            Map.entry("options", "PGOPTIONS"));

    /** Variables of libpq that change where it connects to or whom it trusts, and are not understood here. */
    private static final List<String> REFUSED_VARIABLES = List.of(
            "PGHOSTADDR",
            "PGSERVICE",
            "PGREQUIREAUTH",
            "PGREQUIRESSL",
            "PGREQUIREPEER",
            "PGTARGETSESSIONATTRS",
            "PGSSLROOTCERT",
            "PGSSLCERT",
            "PGSSLKEY",
            "PGSSLCRL",
            "PGSSLCRLDIR",
            "PGSSLNEGOTIATION");

    private static final Set<String> SSL_MODES =
            Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

    private static final int DEFAULT_PORT = 5432;

    private final String host;
    private final int port;
    private final String database;
    private final String user;
    private final @Nullable String password;
    /** The other parameters given, by libpq's names. */
    private final Map<String, String> others;

    private Dsn(
            String host,
            int port,
            String database,
            String user,
            @Nullable String password,
            Map<String, String> others) {
        this.host = host;
        this.port = port;
        this.database = database;
        this.user = user;
        this.password = password;
        this.others = others;
    }

    /**
     * Reads a connection string.
     *
     * @param text a URI {@code postgresql://user:password@host:port/database?parameter=value}, a string of
     *     {@code keyword=value} pairs, or a JDBC URL; empty where the environment says it all
     * @param environment the process's variables
     * @throws DsnException when it cannot be read, or asks for what is not supported
     */
    public static Dsn read(String text, Map<String, String> environment) throws DsnException {
        Map<String, String> given = new LinkedHashMap<>(DsnText.parse(text.strip()));
        for (String parameter : given.keySet()) {
            if (!VARIABLES.containsKey(parameter)) {
                throw new DsnException(unknown(parameter));
            }
        }
        for (String variable : REFUSED_VARIABLES) {
            if (environment.containsKey(variable)) {
                throw new DsnException("the environment sets " + variable + ", which Straum does not support");
            }
        }
        VARIABLES.forEach((parameter, variable) -> {
            String value = environment.get(variable);
            if (value != null) {
                given.putIfAbsent(parameter, value);
            }
        });
        given.values().removeIf(String::isEmpty);
        return of(given, environment);
    }

    private static String unknown(String parameter) {
        String known = String.join(", ", VARIABLES.keySet().stream().sorted().toList());
        return "the connection string has the parameter " + parameter + ", which Straum does not support; it knows "
                + known;
    }

    private static Dsn of(Map<String, String> given, Map<String, String> environment) throws DsnException {
        String host = given.getOrDefault("host", "localhost");
        if (host.startsWith("/") || host.startsWith("@")) {
            throw new DsnException("the host " + host + " is a Unix socket: Straum connects by TCP, give a host name");
        }
        if (host.indexOf(',') >= 0) {
            throw new DsnException(
                    "the connection string names several hosts (" + host + "): Straum follows one server");
        }
        int port = port(given.getOrDefault("port", "" + DEFAULT_PORT));
        String user = given.getOrDefault("user", System.getProperty("user.name"));
        String database = given.getOrDefault("dbname", user);
        String sslMode = given.get("sslmode");
        if (sslMode != null && !SSL_MODES.contains(sslMode)) {
            throw new DsnException(
                    "sslmode is " + sslMode + ", and can be disable, allow, prefer, require, verify-ca or verify-full");
        }
        String timeout = given.get("connect_timeout");
        if (timeout != null && !timeout.matches("[0-9]{1,6}")) {
            throw new DsnException("connect_timeout is " + timeout + ", and must be a whole number of seconds");
        }
        String password = given.get("password");
        if (password == null) {
            Path file = passwordFile(given.get("passfile"), environment);
            password = file == null ? null : PasswordFile.find(file, host, port, database, user);
        }
        Map<String, String> others = new LinkedHashMap<>(given);
        others.keySet().removeAll(Set.of("host", "port", "dbname", "user", "password", "passfile"));
        return new Dsn(host, port, database, user, password, Map.copyOf(others));
    }

    private static int port(String text) throws DsnException {
        if (text.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65_535) {
                return port;
            }
        }
        throw new DsnException("the port is " + text + ", and must be a number from 1 to 65535");
    }

    private static @Nullable Path passwordFile(@Nullable String given, Map<String, String> environment) {
        if (given != null) {
            return Path.of(given);
        }
        String home = environment.get("HOME");
        return home == null ? null : Path.of(home, ".pgpass");
    }

    /** The host to connect to. */
    public String host() {
        return host;
    }

    /** The port to connect to. */
    public int port() {
        return port;
    }

    /** The database to follow. */
    public String database() {
        return database;
    }

    /** The role to log in as. */
    public String user() {
        return user;
    }

    /** Where it is, for people: {@code host:port}, an IPv6 address in brackets. */
    String address() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** The URL for pgjdbc: host, port and database alone. */
    String jdbcUrl() {
        return "jdbc:postgresql://" + address() + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8);
    }

    /** The properties for pgjdbc that come from the connection string: a new object a call. */
    Properties properties() {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, user);
        if (password != null) {
            PGProperty.PASSWORD.set(properties, password);
        }
        PGProperty.APPLICATION_NAME.set(properties, others.getOrDefault("application_name", "straum"));
        PGProperty.CONNECT_TIMEOUT.set(properties, others.getOrDefault("connect_timeout", "10"));
        pass(PGProperty.SSL_MODE, "sslmode", properties);
        pass(PGProperty.CHANNEL_BINDING, "channel_binding", properties);
        pass(PGProperty.OPTIONS, "options", properties);
        return properties;
    }

    private void pass(PGProperty property, String parameter, Properties properties) {
        String value = others.get(parameter);
        if (value != null) {
            property.set(properties, value);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "postgresql://" + user + "@" + address() + "/" + database;
    }
}
