package straum.pg.testing;

import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** A server in a container, at a fixed port of this machine so that it keeps it from start to start. */
final class ContainerNode implements Node {
    private final PostgreSQLContainer container;

    /** Describes the container; nothing is started. */
    ContainerNode(int major, int port, List<String> settings, String user, String password) {
        List<String> command = new ArrayList<>(List.of("postgres"));
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        PortBinding binding = PortBinding.parse("127.0.0.1:" + port + ":5432");
        container = new PostgreSQLContainer(
                        System.getProperty("straum.postgres.image", "postgres:" + major + "-alpine"))
                .withUsername(user)
                .withPassword(password)
                .withDatabaseName("postgres")
                .withCommand(command.toArray(String[]::new))
                .withCreateContainerCmdModifier(create ->
                        create.withHostConfig(HostConfig.newHostConfig().withPortBindings(binding)));
    }

    /** Whether a Docker engine answers. */
    static boolean isAvailable() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    @Override
    public void start() {
        if (container.getContainerId() == null) {
            container.start();
        } else {
            container
                    .getDockerClient()
                    .startContainerCmd(container.getContainerId())
                    .exec();
        }
    }

    @Override
    public void signal(String name) {
        container
                .getDockerClient()
                .killContainerCmd(container.getContainerId())
                .withSignal("SIG" + name)
                .exec();
    }

    @Override
    public void awaitExit() {
        container
                .getDockerClient()
                .waitContainerCmd(container.getContainerId())
                .start()
                .awaitStatusCode();
    }

    @Override
    public boolean isRunning() {
        return container.getContainerId() != null && container.isRunning();
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    @Override
    public @Nullable Node standby(int standbyPort, List<String> settings) {
        return null;
    }

    @Override
    public void remove() {
        container.stop();
    }
}
