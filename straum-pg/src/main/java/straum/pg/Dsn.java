package straum.pg;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import straum.domain.ask.NearestName;

/**
 * Where a database is and how to log in, as libpq reads it (PostgreSQL manual, 32.1.1 and 32.15 to 32.17): a connection
 * string first, then the service it names, then the {@code PG...} variables of the environment, then the password file,
 * then defaults. Of each parameter, {@link Parameter} says what is made of it.
 */
public final class Dsn {
    /** Which servers are good enough, of those that can be followed. */
    enum Wanted {
        /** Whichever answers first. */
        ANY,
        /** One that takes writes by default. */
        READ_WRITE,
        /** One that is no standby. */
        PRIMARY
    }

    private static final int DEFAULT_CONNECT_SECONDS = 10;
    /** As libpq: a shorter one might end before the first answer can come. */
    private static final int LEAST_CONNECT_SECONDS = 2;

    private final List<Host> hosts;
    private final String database;
    private final String user;
    private final Tls tls;
    private final Keepalive keepalive;
    private final int connectSeconds;
    /** The parameters given, by libpq's names. */
    private final Map<String, String> given;
    /** Whether there was no connection string, and neither a service nor the environment says a host. */
    private final boolean isUnsaid;

    private Dsn(boolean isWritten, Map<String, String> given, Map<String, String> environment) throws DsnException {
        Path home = home(environment);
        isUnsaid = !isWritten && !given.containsKey("host") && !given.containsKey("hostaddr");
        this.given = Map.copyOf(given);
        user = given.getOrDefault("user", System.getProperty("user.name"));
        database = given.getOrDefault("dbname", user);
        String passfile = given.get("passfile");
        Path passwords = passfile == null ? home.resolve(".pgpass") : Path.of(passfile);
        hosts = Host.list(given, (name, port) -> {
            String own = given.get("password");
            return own == null ? PasswordFile.find(passwords, name, port, database, user) : own;
        });
        tls = new Tls(
                given.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith("ssl"))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)),
                home);
        tls.check();
        if (tls.mode().equals("verify-full") && given.containsKey("hostaddr") && !given.containsKey("host")) {
            throw new DsnException("sslmode verify-full needs the server's name: give host beside hostaddr");
        }
        keepalive = Keepalive.of(given);
        connectSeconds = connectSeconds(given.get("connect_timeout"));
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
        Map<String, String> given = new LinkedHashMap<>();
        add("", DsnText.parse(text.strip()), given);
        String service = given.getOrDefault("service", environment.getOrDefault("PGSERVICE", ""));
        if (!service.isEmpty()) {
            add("the service " + service + ": ", ServiceFile.find(service, environment, home(environment)), given);
        }
        for (Parameter parameter : Parameter.values()) {
            String variable = parameter.variable();
            String value = variable == null ? null : environment.get(variable);
            if (value != null) {
                add("the environment sets " + variable + ": ", Map.of(parameter.key(), value), given);
            }
        }
        if (environment.getOrDefault("PGREQUIRESSL", "").startsWith("1")) {
            given.putIfAbsent("sslmode", "require");
        }
        given.values().removeIf(String::isEmpty);
        return new Dsn(!text.isBlank(), given, environment);
    }

    /** Adds parameters that are not there yet; an empty one is as good as none, but keeps others out. */
    private static void add(String from, Map<String, String> parameters, Map<String, String> given)
            throws DsnException {
        for (Map.Entry<String, String> entry : parameters.entrySet()) {
            Parameter parameter = Parameter.of(entry.getKey());
            if (parameter == null) {
                throw new DsnException(unknown(entry.getKey()));
            }
            if (given.containsKey(entry.getKey())) {
                continue;
            }
            try {
                if (!entry.getValue().isEmpty()) {
                    parameter.check(entry.getValue());
                }
            } catch (DsnException e) {
                throw new DsnException(from + e.getMessage());
            }
            given.put(entry.getKey(), entry.getValue());
        }
    }

    private static String unknown(String parameter) {
        List<String> known =
                Arrays.stream(Parameter.values()).map(Parameter::key).sorted().toList();
        String nearest = NearestName.of(parameter, known);
        return "the connection string has the parameter " + parameter + ", which Straum does not support; "
                + (nearest == null ? "it knows " + String.join(", ", known) : "is it " + nearest + "?");
    }

    private static Path home(Map<String, String> environment) {
        return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
    }

    private static int connectSeconds(@Nullable String text) throws DsnException {
        if (text == null) {
            return DEFAULT_CONNECT_SECONDS;
        }
        if (!text.matches("-?[0-9]{1,6}")) {
            throw new DsnException("connect_timeout is " + text + ", and must be a whole number of seconds");
        }
        int seconds = Integer.parseInt(text);
        return seconds <= 0 ? 0 : Math.max(seconds, LEAST_CONNECT_SECONDS);
    }

    /** The hosts to try, in order; one at least. */
    List<Host> hosts() {
        return hosts;
    }

    /** Whether the hosts, and the addresses of each, are tried in an order of chance. */
    boolean isShuffled() {
        return "random".equals(given.get("load_balance_hosts"));
    }

    /** Which servers are good enough. */
    Wanted wanted() {
        return switch (given.getOrDefault("target_session_attrs", "any")) {
            case "primary" -> Wanted.PRIMARY;
            case "read-write" -> Wanted.READ_WRITE;
            default -> Wanted.ANY;
        };
    }

    /** How connections are encrypted. */
    Tls tls() {
        return tls;
    }

    /** How soon TCP notices a lost host. */
    Keepalive keepalive() {
        return keepalive;
    }

    /** How many seconds each step of connecting to one address may take; 0 for as long as it takes. */
    int connectSeconds() {
        return connectSeconds;
    }

    /** The database to follow. */
    public String database() {
        return database;
    }

    /** The role to log in as. */
    public String user() {
        return user;
    }

    /** Where it is, for people: {@code host:port}, of each host. */
    String address() {
        return hosts.stream().map(Host::label).collect(Collectors.joining(","));
    }

    /**
     * For a failure's message, behind it: that nobody said which database is meant, and what is taken instead. Empty where
     * there is a connection string, or a host from elsewhere.
     */
    String unsaid() {
        if (!isUnsaid) {
            return "";
        }
        List<String> defaults =
                new ArrayList<>(List.of("the host " + hosts.get(0).name()));
        if (!given.containsKey("user")) {
            defaults.add("the user " + user);
        }
        if (!given.containsKey("dbname")) {
            defaults.add("the database " + database);
        }
        String last = defaults.remove(defaults.size() - 1);
        return ". No DSN was given: "
                + (defaults.isEmpty()
                        ? last + " is a default"
                        : String.join(", ", defaults) + " and " + last + " are defaults")
                + "; --dsn postgresql://USER@HOST/DATABASE, or STRAUM_DSN, says which";
    }

    /** The URL for pgjdbc: host, port and database alone. */
    String jdbcUrl(Host host) {
        return "jdbc:postgresql://" + host.label() + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8);
    }

    /** The properties for pgjdbc that come from the connection string, but how to get there: a new object a call. */
    Properties properties(Host host) {
        Properties properties = new Properties();
        PGProperty.USER.set(properties, user);
        if (host.password() != null) {
            PGProperty.PASSWORD.set(properties, host.password());
        }
        String fallback = given.getOrDefault("fallback_application_name", "straum");
        PGProperty.APPLICATION_NAME.set(properties, given.getOrDefault("application_name", fallback));
        pass(PGProperty.CHANNEL_BINDING, "channel_binding", properties);
        pass(PGProperty.REQUIRE_AUTH, "require_auth", properties);
        pass(PGProperty.OPTIONS, "options", properties);
        return properties;
    }

    private void pass(PGProperty property, String parameter, Properties properties) {
        String value = given.get(parameter);
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
