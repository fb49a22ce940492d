package straum.pg;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a connection that libpq 18 knows (PostgreSQL manual, 32.1.2), each with the variable that stands in
 * for it (32.15) and what Straum makes of it: heeds it, takes some values of it, or refuses it and says why. None is
 * passed over in silence: one that only seems to be heeded may be what keeps a connection safe.
 */
enum Parameter {
    SERVICE("service", "PGSERVICE", any()),
    USER("user", "PGUSER", any()),
    PASSWORD("password", "PGPASSWORD", any()),
    PASSFILE("passfile", "PGPASSFILE", any()),
    CHANNEL_BINDING("channel_binding", "PGCHANNELBINDING", oneOf("disable", "prefer", "require")),
    CONNECT_TIMEOUT("connect_timeout", "PGCONNECT_TIMEOUT", any()),
    DBNAME("dbname", "PGDATABASE", any()),
    HOST("host", "PGHOST", any()),
    HOSTADDR("hostaddr", "PGHOSTADDR", any()),
    PORT("port", "PGPORT", any()),
    CLIENT_ENCODING(
            "client_encoding",
            "PGCLIENTENCODING",
            oneOf("UTF8", "UTF-8", "utf8", "utf-8", "UNICODE", "auto").because("Straum reads UTF8 whatever it is")),
    OPTIONS("options", "PGOPTIONS", any()),
    APPLICATION_NAME("application_name", "PGAPPNAME", any()),
    FALLBACK_APPLICATION_NAME("fallback_application_name", null, any()),
    KEEPALIVES("keepalives", null, oneOf("0", "1")),
    KEEPALIVES_IDLE("keepalives_idle", null, any()),
    KEEPALIVES_INTERVAL("keepalives_interval", null, any()),
    KEEPALIVES_COUNT("keepalives_count", null, any()),
    TCP_USER_TIMEOUT(
            "tcp_user_timeout",
            null,
            oneOf("0")
                    .because("Java cannot set it: keepalives_idle, keepalives_interval and keepalives_count say"
                            + " how soon a lost host is noticed")),
    SSLMODE("sslmode", "PGSSLMODE", oneOf("disable", "allow", "prefer", "require", "verify-ca", "verify-full")),
    SSLNEGOTIATION("sslnegotiation", "PGSSLNEGOTIATION", oneOf("postgres", "direct")),
    /** Without effect in libpq too, since 14. */
    SSLCOMPRESSION("sslcompression", "PGSSLCOMPRESSION", oneOf("0", "1")),
    SSLCERT("sslcert", "PGSSLCERT", any()),
    SSLKEY("sslkey", "PGSSLKEY", any()),
    SSLCERTMODE(
            "sslcertmode",
            "PGSSLCERTMODE",
            oneOf("disable", "allow").because("it is for the server to insist on a certificate, in pg_hba.conf")),
    SSLPASSWORD("sslpassword", null, any()),
    SSLROOTCERT("sslrootcert", "PGSSLROOTCERT", any()),
    SSLCRL("sslcrl", "PGSSLCRL", any()),
    SSLCRLDIR("sslcrldir", "PGSSLCRLDIR", any()),
    SSLSNI("sslsni", "PGSSLSNI", oneOf("0", "1")),
    REQUIREPEER(
            "requirepeer",
            "PGREQUIREPEER",
            refused(
                    "it is about Unix sockets, and Straum connects by TCP: sslmode=verify-full makes sure of the server")),
    REQUIRE_AUTH(
            "require_auth",
            "PGREQUIREAUTH",
            oneOf(
                            "password",
                            "!password",
                            "md5",
                            "!md5",
                            "gss",
                            "!gss",
                            "sspi",
                            "!sspi",
                            "scram-sha-256",
                            "!scram-sha-256",
                            "none",
                            "!none")
                    .orLists()),
    MIN_PROTOCOL_VERSION(
            "min_protocol_version", "PGMINPROTOCOLVERSION", oneOf("3.0").because("Straum speaks version 3.0")),
    /** A bound above what is spoken. */
    MAX_PROTOCOL_VERSION("max_protocol_version", "PGMAXPROTOCOLVERSION", oneOf("3.0", "3.2", "latest")),
    SSL_MIN_PROTOCOL_VERSION(
            "ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION", oneOf("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3")),
    SSL_MAX_PROTOCOL_VERSION(
            "ssl_max_protocol_version",
            "PGSSLMAXPROTOCOLVERSION",
            oneOf("TLSv1.2", "TLSv1.3").because("Java speaks none older")),
    /** To prefer what there is none of is to do without, as a libpq without GSSAPI does. */
    GSSENCMODE("gssencmode", "PGGSSENCMODE", oneOf("disable", "prefer").because("Straum encrypts by TLS alone")),
    KRBSRVNAME("krbsrvname", "PGKRBSRVNAME", refused(Parameter.NO_KERBEROS)),
    GSSLIB("gsslib", "PGGSSLIB", refused(Parameter.NO_KERBEROS)),
    GSSDELEGATION("gssdelegation", "PGGSSDELEGATION", oneOf("0").because(Parameter.NO_KERBEROS)),
    REPLICATION("replication", null, refused("Straum makes its replication connection itself")),
    TARGET_SESSION_ATTRS(
            "target_session_attrs",
            "PGTARGETSESSIONATTRS",
            oneOf("any", "read-write", "primary")
                    .because("Straum follows a primary, since a standby cannot be read"
                            + " consistently with its stream")),
    LOAD_BALANCE_HOSTS("load_balance_hosts", "PGLOADBALANCEHOSTS", oneOf("disable", "random")),
    SCRAM_CLIENT_KEY("scram_client_key", null, refused("the driver logs in with the password itself: give that")),
    SCRAM_SERVER_KEY("scram_server_key", null, refused("the driver logs in with the password itself: give that")),
    OAUTH_ISSUER("oauth_issuer", null, refused(Parameter.NO_OAUTH)),
    OAUTH_CLIENT_ID("oauth_client_id", null, refused(Parameter.NO_OAUTH)),
    OAUTH_CLIENT_SECRET("oauth_client_secret", null, refused(Parameter.NO_OAUTH)),
    OAUTH_SCOPE("oauth_scope", null, refused(Parameter.NO_OAUTH)),
    SSLKEYLOGFILE("sslkeylogfile", null, refused("Straum writes no keys of a TLS session down"));

    private static final String NO_KERBEROS =
            "Straum logs in with a password or a certificate, and not by GSSAPI: let pg_hba.conf say scram-sha-256 or"
                    + " cert for its role";
    private static final String NO_OAUTH =
            "Straum logs in with a password or a certificate, and not by OAuth: let pg_hba.conf say scram-sha-256 or"
                    + " cert for its role";

    private static final Map<String, Parameter> BY_KEY =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Parameter::key, Function.identity()));

    private final String key;
    private final @Nullable String variable;
    private final @Nullable String values;
    private final boolean isList;
    private final String why;

    Parameter(String key, @Nullable String variable, Rule rule) {
        this.key = key;
        this.variable = variable;
        this.values = rule.values();
        this.isList = rule.isList();
        this.why = rule.why();
    }

    /**
     * Which values are taken.
     *
     * @param values all that are, with spaces between them, where not any value is; empty when none is
     * @param isList whether a value is a list of them, with commas
     * @param why the others are not; empty where that is plain
     */
    private record Rule(@Nullable String values, boolean isList, String why) {
        /** A value may be several, with commas between them. */
        Rule orLists() {
            return new Rule(values, true, why);
        }

        Rule because(String reason) {
            return new Rule(values, isList, reason);
        }
    }

    private static Rule any() {
        return new Rule(null, false, "");
    }

    private static Rule oneOf(String... values) {
        return new Rule(String.join(" ", values), false, "");
    }

    private static Rule refused(String why) {
        return new Rule("", false, why);
    }

    /** As libpq writes it in a connection string. */
    String key() {
        return key;
    }

    /** The variable of the environment that stands in for it; null where libpq has none. */
    @Nullable String variable() {
        return variable;
    }

    /** The parameter of that name; null when libpq 18 has none. */
    static @Nullable Parameter of(String key) {
        return BY_KEY.get(key);
    }

    /**
     * Holds that a value is taken. What a value may be is looked at further where it is used.
     *
     * @throws DsnException when it is not, with the reason and the value: none that may be secret is refused here
     */
    void check(String value) throws DsnException {
        if (values == null) {
            return;
        }
        if (values.isEmpty()) {
            throw new DsnException(key + " is not supported: " + why);
        }
        List<String> taken = List.of(values.split(" ", -1));
        if (!(isList ? taken.containsAll(List.of(value.split(",", -1))) : taken.contains(value))) {
            throw new DsnException(
                    key + " is " + value + ", and can be " + list(taken) + (why.isEmpty() ? "" : ": " + why));
        }
    }

    private static String list(List<String> values) {
        int last = values.size() - 1;
        return last == 0 ? values.get(0) : String.join(", ", values.subList(0, last)) + " or " + values.get(last);
    }
}
