package straum.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterTest {
    /** Every parameter of libpq 18 (PQconndefaults; manual 32.1.2) in its order there. */
    private static final List<String> LIBPQ_18 = List.of(
            ("service user password passfile channel_binding connect_timeout dbname host hostaddr port client_encoding"
                            + " options application_name fallback_application_name keepalives keepalives_idle"
                            + " keepalives_interval keepalives_count tcp_user_timeout sslmode sslnegotiation"
                            + " sslcompression sslcert sslkey sslcertmode sslpassword sslrootcert sslcrl sslcrldir"
                            + " sslsni requirepeer require_auth min_protocol_version max_protocol_version"
                            + " ssl_min_protocol_version ssl_max_protocol_version gssencmode krbsrvname gsslib"
                            + " gssdelegation replication target_session_attrs load_balance_hosts scram_client_key"
                            + " scram_server_key oauth_issuer oauth_client_id oauth_client_secret oauth_scope"
                            + " sslkeylogfile")
                    .split(" "));

    /** Those that have a variable of the environment (manual 32.15), each with it. */
    private static final String VARIABLES = "service=PGSERVICE user=PGUSER password=PGPASSWORD passfile=PGPASSFILE"
            + " channel_binding=PGCHANNELBINDING connect_timeout=PGCONNECT_TIMEOUT dbname=PGDATABASE host=PGHOST"
            + " hostaddr=PGHOSTADDR port=PGPORT client_encoding=PGCLIENTENCODING options=PGOPTIONS"
            + " application_name=PGAPPNAME sslmode=PGSSLMODE sslnegotiation=PGSSLNEGOTIATION"
            + " sslcompression=PGSSLCOMPRESSION sslcert=PGSSLCERT sslkey=PGSSLKEY sslcertmode=PGSSLCERTMODE"
            + " sslrootcert=PGSSLROOTCERT sslcrl=PGSSLCRL sslcrldir=PGSSLCRLDIR sslsni=PGSSLSNI"
            + " requirepeer=PGREQUIREPEER require_auth=PGREQUIREAUTH min_protocol_version=PGMINPROTOCOLVERSION"
            + " max_protocol_version=PGMAXPROTOCOLVERSION ssl_min_protocol_version=PGSSLMINPROTOCOLVERSION"
            + " ssl_max_protocol_version=PGSSLMAXPROTOCOLVERSION gssencmode=PGGSSENCMODE krbsrvname=PGKRBSRVNAME"
            + " gsslib=PGGSSLIB gssdelegation=PGGSSDELEGATION target_session_attrs=PGTARGETSESSIONATTRS"
            + " load_balance_hosts=PGLOADBALANCEHOSTS";

    @Test
    void aParameterHasTheVariableThatLibpqHasForIt() {
        assertThat(Arrays.stream(Parameter.values())
                        .filter(parameter -> parameter.variable() != null)
                        .map(parameter -> parameter.key() + "=" + parameter.variable()))
                .containsExactlyInAnyOrderElementsOf(List.of(VARIABLES.split(" ")));
    }

    /** P16. */
    @Test
    void somethingIsMadeOfEveryParameterThatLibpqKnows() {
        assertThat(Arrays.stream(Parameter.values()).map(Parameter::key)).containsExactlyInAnyOrderElementsOf(LIBPQ_18);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "service | |",
                "user | ann |",
                "password | s |",
                "passfile | /nowhere/passwords |",
                "channel_binding | disable prefer require | requires",
                "connect_timeout | 10 | ten",
                "dbname | d |",
                "host | h | /var/run",
                "hostaddr | ::1 | name",
                "port | 1 | 0",
                "client_encoding | UTF8 auto | LATIN1",
                "options | -cgeqo=off |",
                "application_name | x |",
                "fallback_application_name | x |",
                "keepalives | 0 1 | yes",
                "keepalives_idle | 5 | x",
                "keepalives_interval | 5 | x",
                "keepalives_count | 5 | x",
                "tcp_user_timeout | 0 | 1000",
                "sslmode | disable allow prefer require verify-ca verify-full | on",
                "sslnegotiation | postgres | other",
                "sslcompression | 0 1 | x",
                "sslcert | x |",
                "sslkey | x |",
                "sslcertmode | disable allow | require",
                "sslpassword | x |",
                "sslrootcert | x system |",
                "sslcrl | x |",
                "sslcrldir | x |",
                "sslsni | 0 1 | x",
                "requirepeer | | ann",
                "require_auth | scram-sha-256 !md5,!password none | kerberos",
                "min_protocol_version | 3.0 | 3.2",
                "max_protocol_version | 3.0 3.2 latest | 2",
                "ssl_min_protocol_version | TLSv1 TLSv1.1 TLSv1.2 TLSv1.3 | SSLv3",
                "ssl_max_protocol_version | TLSv1.2 TLSv1.3 | TLSv1.1",
                "gssencmode | disable prefer | require",
                "krbsrvname | | postgres",
                "gsslib | | gssapi",
                "gssdelegation | 0 | 1",
                "replication | | database",
                "target_session_attrs | any read-write primary | standby prefer-standby read-only",
                "load_balance_hosts | disable random | yes",
                "scram_client_key | | x",
                "scram_server_key | | x",
                "oauth_issuer | | x",
                "oauth_client_id | | x",
                "oauth_client_secret | | x",
                "oauth_scope | | x",
                "sslkeylogfile | | x",
            })
    void aParameterIsHeededOrRefusedByName(String key, String taken, String refused) throws DsnException {
        String variable = Parameter.of(key).variable();
        for (String value : words(taken)) {
            assertThat(Dsn.read(key + "=" + value, Map.of("HOME", "/nowhere"))).isNotNull();
            if (variable != null) {
                assertThat(Dsn.read("", Map.of("HOME", "/nowhere", variable, value)))
                        .isNotNull();
            }
        }
        for (String value : words(refused)) {
            assertThatThrownBy(() -> Dsn.read(key + "=" + value, Map.of("HOME", "/nowhere")))
                    .isInstanceOf(DsnException.class)
                    .hasMessageContaining(key);
            if (variable != null) {
                assertThatThrownBy(() -> Dsn.read("", Map.of("HOME", "/nowhere", variable, value)))
                        .isInstanceOf(DsnException.class)
                        .hasMessageContaining(key);
            }
        }
    }

    private static List<String> words(String text) {
        return text == null ? List.of() : List.of(text.split(" "));
    }

    @Test
    void aVariableThatIsRefusedIsNamed() {
        assertThatThrownBy(() -> Dsn.read("host=h", Map.of("PGREQUIREPEER", "ann")))
                .hasMessage(
                        "the environment sets PGREQUIREPEER: requirepeer is not supported: it is about Unix sockets,"
                                + " and Straum connects by TCP: sslmode=verify-full makes sure of the server");
    }

    @Test
    void whatTheStringSaysNeedsNoVariable() throws DsnException {
        Map<String, String> environment = Map.of("HOME", "/nowhere", "PGTARGETSESSIONATTRS", "standby");

        assertThat(Dsn.read("target_session_attrs=primary", environment).wanted())
                .isEqualTo(Dsn.Wanted.PRIMARY);
    }

    @Test
    void variablesOfStylesAndMessagesDoNotMatter() throws DsnException {
        Map<String, String> environment = Map.of(
                "HOME", "/nowhere", "PGDATESTYLE", "German", "PGTZ", "Asia/Amman", "PGGEQO", "off", "PGLOCALEDIR", "x");

        assertThat(Dsn.read("host=h", environment)).isNotNull();
        Map<String, String> old = Map.of("HOME", "/nowhere", "PGREQUIRESSL", "1");
        assertThat(Dsn.read("host=h", old).tls().mode()).isEqualTo("require");
        assertThat(Dsn.read("host=h sslmode=disable", old).tls().mode()).isEqualTo("disable");
    }
}
