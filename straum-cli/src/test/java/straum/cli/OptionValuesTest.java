package straum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class OptionValuesTest {
    @ParameterizedTest
    @CsvSource({"250ms, PT0.25S", "30s, PT30S", "5 m, PT5M", "2h, PT2H", "0s, PT0S"})
    void aDurationIsANumberAndAUnit(String text, Duration duration) {
        assertThat(OptionValues.duration(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "s", "-1s", "1.5s", "30 seconds", "PT30S", "1d"})
    void anythingElseIsNoDuration(String text) {
        assertThatThrownBy(() -> OptionValues.duration(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is not a duration");
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:7878, 127.0.0.1, 7878", "[::1]:80, 0:0:0:0:0:0:0:1, 80", "0.0.0.0:0, 0.0.0.0, 0"})
    void anAddressIsAHostAndAPort(String text, String host, int port) {
        assertThat(OptionValues.address(text).getAddress().getHostAddress()).isEqualTo(host);
        assertThat(OptionValues.address(text).getPort()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7878", ":7878", "localhost", "localhost:", "localhost:65536", "::1:80", "a b:80"})
    void anythingElseIsNoAddress(String text) {
        assertThatThrownBy(() -> OptionValues.address(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is not an address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:7878", "https://straum.example.org/behind/a/proxy/", "HTTP://[::1]:1"})
    void aUrlNamesASchemeAndAHost(String text) {
        assertThat(OptionValues.url(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "127.0.0.1:7878", "ftp://host", "http:///path", "http://host/?q", "http://a b"})
    void anythingElseIsNoUrl(String text) {
        assertThatThrownBy(() -> OptionValues.url(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "' is not a URL");
    }
}
