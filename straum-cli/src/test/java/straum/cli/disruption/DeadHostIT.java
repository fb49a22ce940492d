package straum.cli.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A host that is gone: no packet comes from it, and no packet to it is refused. {@link DeadHost} lives through that in a
 * process with a network of its own, which Linux lets anybody have where user namespaces are allowed. Where they are not,
 * half open connections by {@link Proxy} are all that is tried.
 */
class DeadHostIT {
    /** Makes the loopback of a new network, the only device it has, carry packets, and goes on to what follows. */
    private static final String INSIDE = "ip link set lo up && exec \"$@\"";

    @Test
    void aHostThatIsGoneIsNoticedWhileFollowingAndWhileLoadingAndFollowedAgain() throws Exception {
        assumeThat(run(List.of("ip", "link", "set", "lo", "down")).status)
                .as(
                        "the status of taking the loopback of a network of one's own down: this machine lets nobody, so that a"
                                + " dead host is not tried")
                .isZero();
        Ended ended = run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DeadHost.class.getName()));
        assertThat(ended.status).as(ended.said).isZero();
        assertThat(ended.said).endsWith(DeadHost.DONE + "\n");
    }

    private record Ended(int status, String said) {}

    private static Ended run(List<String> command) throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--net", "sh", "-c", INSIDE, "sh"));
        all.addAll(command);
        Process process;
        try {
            process = new ProcessBuilder(all).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new Ended(-1, String.valueOf(e.getMessage()));
        }
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), said);
        } finally {
            process.destroy();
        }
    }
}
