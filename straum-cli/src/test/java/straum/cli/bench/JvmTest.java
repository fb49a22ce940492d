package straum.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmTest {
    @Test
    void optionsAreToldInTheirOrderWithoutTheProgramsProperties() {
        assertThat(Jvm.options(List.of("-XX:+UseCompactObjectHeaders", "-Dx=y", "-Xmx8g", "-XX:+UseZGC")))
                .isEqualTo("`-XX:+UseCompactObjectHeaders -Xmx8g -XX:+UseZGC`");
        assertThat(Jvm.options(List.of("-Dx=y"))).isEqualTo("no options");
    }

    @Test
    void versionAndCollectorAreToldOfTheJvmAtHand() {
        assertThat(Jvm.told())
                .contains(
                        System.getProperty("java.version"),
                        ManagementFactory.getGarbageCollectorMXBeans().get(0).getName());
    }
}
