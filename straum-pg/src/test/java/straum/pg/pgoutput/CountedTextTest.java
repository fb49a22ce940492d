package straum.pg.pgoutput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import straum.domain.value.ColumnType.Kind;

/** The texts are PostgreSQL's own; TypesIT compares them with what it sends in binary. */
class CountedTextTest {
    @ParameterizedTest
    @CsvSource({
        "INTERVAL, 00:00:00, 00000000000000000000000000000000",
        "INTERVAL, 1 year 2 mons -3 days +04:05:06.5, 000000036c9361a0fffffffd0000000e",
        "INTERVAL, -1 mons, 000000000000000000000000ffffffff",
        "INTERVAL, infinity, 7fffffffffffffff7fffffff7fffffff",
        "INTERVAL, -infinity, 80000000000000008000000080000000",
        "TIME, 24:00:00, 000000141dd76000",
        "TIME, 00:00:00.000001, 0000000000000001",
        "BYTEA, \\x, ''",
        "BYTEA, \\x00ff, 00ff",
        "OID, 4294967295, ffffffff",
        "INET, 1.2.3.4/24, 0218000401020304",
        "INET, ::1, 0380001000000000000000000000000000000001",
        "INET, 1:2:3:4:5:6:7:8, 0380001000010002000300040005000600070008",
        "INET, ::ffff:1.2.3.4, 0380001000000000000000000000ffff01020304",
        "INET, 1::/16, 0310001000010000000000000000000000000000",
    })
    void readsWhatPostgresqlWrites(Kind kind, String text, String sent) {
        byte[] read = CountedText.sent(kind, text);

        assertThat(read).isNotNull();
        assertThat(HexFormat.of().formatHex(read)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "INTERVAL, ''",
        "INTERVAL, 1 week",
        "INTERVAL, P1M",
        "INTERVAL, 2147483648 days",
        "INTERVAL, 2147483647 years",
        "INTERVAL, 9999999999:00:00",
        "TIME, 9:00",
        "TIME, 09:00:00+00",
        "BYTEA, abc",
        "BYTEA, \\x0",
        "BYTEA, \\xzz",
        "OID, -1",
        "OID, 4294967296",
        "INET, 1.2.3",
        "INET, 1.2.3.256",
        "INET, 1.2.3.4/33",
        "INET, 1.2.3.4.5",
        "INET, 1:2:3:4:5:6:7",
        "INET, 1:2:3:4:5:6:7:8:9",
        "INET, ::1::",
        "INET, 1.2.3.4::",
        "INET, 10000::",
        "INET, ..:",
        "INET, '::1/129'",
        "TEXT, x",
    })
    void readsNothingElse(Kind kind, @Nullable String text) {
        assertThat(CountedText.sent(kind, text == null ? "" : text)).isNull();
    }

    @Test
    void everyPartOfATextIsATextOrNone() {
        String[] texts = {"1 year 2 mons -3 days +04:05:06.789", "12:34:56.789", "\\x0011", "::ffff:1.2.3.4/96", "123"};
        for (Kind kind : new Kind[] {Kind.INTERVAL, Kind.TIME, Kind.BYTEA, Kind.OID, Kind.INET}) {
            for (String text : texts) {
                for (int from = 0; from <= text.length(); from++) {
                    for (int to = from; to <= text.length(); to++) {
                        CountedText.sent(kind, text.substring(from, to));
                    }
                }
            }
        }
    }
}
