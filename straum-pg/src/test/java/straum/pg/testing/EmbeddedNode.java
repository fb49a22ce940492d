package straum.pg.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server that is a child process of this one, with the programs from the class path. PostgreSQL refuses to run as root:
 * a root process runs it in a user namespace of its own, or where those are forbidden as the user nobody.
 */
final class EmbeddedNode implements Node {
    private static final List<String> NAMESPACE = List.of("unshare", "-U");
    private static final List<String> NOBODY = List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups");

    private final List<String> prefix;
    private final Path folder;
    /** What all else is in where that is not the build's folder; else null. */
    private final @Nullable Path temporary;

    private final Path bin;
    /** Whether the data stays when the server is done with. */
    private final boolean kept;

    private final List<String> command = new ArrayList<>();
    private @Nullable Process process;
    /** The server's other processes, where the first was killed and could not end them. */
    private List<ProcessHandle> orphans = List.of();

    /** Unpacks the programs where needed and makes a new cluster; the server is not started. */
    EmbeddedNode(int major, int port, List<String> settings, String user, String password) throws IOException {
        prefix = prefix();
        kept = false;
        Path target = Path.of("target").toAbsolutePath();
        // Nobody may not be able to reach the build's folder.
        temporary = prefix.equals(NOBODY) || !Files.isDirectory(target) ? temporaryFolder() : null;
        Path base = temporary == null ? target : temporary;
        bin = Binaries.unpackInto(base, major).resolve("bin");
        folder = Files.createTempDirectory(base, "postgres-data");
        initialize(user, password);
        commandFor(port, settings);
    }

    /**
     * A server on the data kept in a folder, which is made where there is none and stays there; the programs are unpacked
     * beside it. Whoever runs the server has to be able to reach the folder.
     */
    EmbeddedNode(Path folder, int major, int port, List<String> settings, String user, String password)
            throws IOException {
        prefix = prefix();
        kept = true;
        temporary = null;
        this.folder = Files.createDirectories(folder.toAbsolutePath());
        bin = Binaries.unpackInto(this.folder.getParent(), major).resolve("bin");
        Files.deleteIfExists(logFile());
        if (!Files.exists(initialized())) {
            if (Files.exists(data())) {
                Folders.delete(data());
            }
            initialize(user, password);
            Files.createFile(initialized());
        }
        commandFor(port, settings);
    }

    private void initialize(String user, String password) throws IOException {
        Path passwordFile = Files.writeString(folder.resolve("password"), password);
        if (prefix.equals(NOBODY)) {
            UserPrincipal nobody =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            Files.setOwner(folder, nobody);
            Files.setOwner(passwordFile, nobody);
        }
        run(List.of(
                bin.resolve("initdb").toString(),
                "--pgdata=" + data(),
                "--username=" + user,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--no-locale",
                "--no-sync"));
    }

    /** There once the data has been made whole. */
    private Path initialized() {
        return folder.resolve("initialized");
    }

    /** A standby of a stopped server, of a copy of its data; the standby is not started. */
    EmbeddedNode(EmbeddedNode primary, int port, List<String> settings) throws IOException {
        prefix = primary.prefix;
        kept = false;
        temporary = prefix.equals(NOBODY) || primary.temporary != null ? temporaryFolder() : null;
        folder = Files.createTempDirectory(temporary == null ? primary.folder.getParent() : temporary, "postgres-data");
        bin = primary.bin;
        if (prefix.equals(NOBODY)) {
            Files.setOwner(folder, Files.getOwner(primary.folder));
        }
        run(List.of("cp", "-a", primary.data().toString(), data().toString()));
        run(List.of("touch", data().resolve("standby.signal").toString()));
        commandFor(port, settings);
    }

    private void commandFor(int port, List<String> settings) {
        command.addAll(prefix);
        command.addAll(List.of(bin.resolve("postgres").toString(), "-D", data().toString(), "-p", "" + port));
        command.addAll(List.of("-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="));
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    }

    private static Path temporaryFolder() throws IOException {
        return Files.setPosixFilePermissions(
                Files.createTempDirectory("straum-postgres"), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static List<String> prefix() throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        if (!root) {
            return List.of();
        }
        Process probe = new ProcessBuilder("unshare", "-U", "id", "-u")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return waitFor(probe) == 0 ? NAMESPACE : NOBODY;
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path logFile() {
        return folder.resolve("log");
    }

    private void run(List<String> program) throws IOException {
        List<String> all = Stream.concat(prefix.stream(), program.stream()).toList();
        Process running = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(logFile().toFile())
                .start();
        if (waitFor(running) != 0) {
            throw new IOException(String.join(" ", all) + " failed:\n" + log());
        }
    }

    private static int waitFor(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a process", e);
        }
    }

    @Override
    public void start() {
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void signal(String name) {
        if (process == null) {
            throw new IllegalStateException("the server was not started");
        }
        try {
            if (name.equals("KILL")) {
                orphans = process.descendants().toList();
            }
            // The shell's own kill: there may be no program of that name.
            waitFor(new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void awaitExit() {
        if (process == null) {
            return;
        }
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the server did not stop in a minute:\n" + log());
            }
            for (ProcessHandle orphan : orphans) {
                orphan.onExit().get(60, TimeUnit.SECONDS);
            }
            orphans = List.of();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("a process of the killed server did not end in a minute", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the server stops", e);
        }
    }

    @Override
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    @Override
    public String log() {
        try {
            return Files.readString(logFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Node standby(int port, List<String> settings) throws IOException {
        return new EmbeddedNode(this, port, settings);
    }

    @Override
    public void remove() {
        if (kept) {
            return;
        }
        try {
            Folders.delete(temporary == null ? folder : temporary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
