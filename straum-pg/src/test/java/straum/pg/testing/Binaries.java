package straum.pg.testing;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/**
 * A server's programs, unpacked once a build into a folder named by the archive's checksum: the newest major's archive is
 * on the class path, the older ones' are in files that the build copies beside.
 */
final class Binaries {
    /** The major version whose archive is on the class path. */
    static final int NEWEST = 18;

    private static final Path OLDER = Path.of("target", "postgres-binaries").toAbsolutePath();

    private Binaries() {}

    /** The folder that holds {@code bin/initdb} and {@code bin/postgres} of that major, below the given one. */
    static Path unpackInto(Path folder, int major) throws IOException {
        byte[] archive = major == NEWEST ? newest() : older(OLDER.resolve("postgres-" + major + ".jar"));
        CRC32 sum = new CRC32();
        sum.update(archive);
        Path unpacked = folder.resolve("postgres-" + Long.toHexString(sum.getValue()));
        if (!Files.isDirectory(unpacked)) {
            // Another build's process may unpack at the same time: the first to move its folder into place wins.
            Path own = Files.createTempDirectory(Files.createDirectories(folder), "unpack");
            Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
            unpack(archive, own);
            try {
                Files.move(own, unpacked, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Folders.delete(own);
                if (!Files.isDirectory(unpacked)) {
                    throw e;
                }
            }
        }
        return unpacked;
    }

    private static byte[] newest() throws IOException {
        try (InputStream in = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(
                System.getProperty("os.name"), System.getProperty("os.arch").replace("amd64", "x86_64"))) {
            if (in == null) {
                throw new IOException(
                        "no Docker engine answers, and no PostgreSQL for this machine is on the class path");
            }
            return in.readAllBytes();
        }
    }

    private static byte[] older(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("no Docker engine answers, and there is no " + file
                    + ", which Maven copies there before the integration tests");
        }
        try (ZipFile jar = new ZipFile(file.toFile())) {
            ZipEntry archive = jar.stream()
                    .filter(entry -> entry.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no archive of PostgreSQL's programs is in " + file));
            try (InputStream in = jar.getInputStream(archive)) {
                return in.readAllBytes();
            }
        }
    }

    private static void unpack(byte[] archive, Path into) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZCompressorInputStream(new ByteArrayInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path target = into.resolve(entry.getName()).normalize();
                if (!target.startsWith(into)) {
                    throw new IOException("the archive leaves its folder: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else if (entry.isSymbolicLink()) {
                    Files.createDirectories(target.getParent());
                    Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(tar, target);
                    boolean program = (entry.getMode() & 0100) != 0;
                    Files.setPosixFilePermissions(
                            target, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
                }
            }
        }
    }
}
