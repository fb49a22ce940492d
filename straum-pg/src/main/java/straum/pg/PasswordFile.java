package straum.pg;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A libpq password file: lines of {@code host:port:database:user:password} (PostgreSQL manual, 32.16). */
final class PasswordFile {
    private static final Logger LOG = LoggerFactory.getLogger(PasswordFile.class);

    private PasswordFile() {}

    /**
     * The password of the first line that fits; null when there is none, or no file.
     *
     * @throws DsnException when the file is there and cannot be read
     */
    static @Nullable String find(Path file, String host, int port, String database, String user) throws DsnException {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            if (isOpenToOthers(file)) {
                // As libpq does: the file is passed over, not the connection refused.
                LOG.atWarn()
                        .addKeyValue("file", file)
                        .log("password file not used: others may read it, its permissions should be 0600");
                return null;
            }
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                List<String> fields = line.startsWith("#") ? List.of() : fields(line);
                if (fields.size() >= 5
                        && fits(fields.get(0), host)
                        && fits(fields.get(1), "" + port)
                        && fits(fields.get(2), database)
                        && fits(fields.get(3), user)) {
                    return unescaped(fields.get(4));
                }
            }
            return null;
        } catch (IOException e) {
            throw new DsnException("the password file " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static boolean isOpenToOthers(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return false;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        return permissions.stream().anyMatch(permission -> !permission.name().startsWith("OWNER"));
    }

    private static boolean fits(String field, String value) {
        return field.equals("*") || unescaped(field).equals(value);
    }

    /** The fields of a line as written, split at colons that no backslash precedes; what follows a fifth is no part of it. */
    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == ':') {
                fields.add(line.substring(from, i));
                from = i + 1;
            }
        }
        fields.add(line.substring(from));
        return fields;
    }

    private static String unescaped(String field) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            if (field.charAt(i) == '\\' && i + 1 < field.length()) {
                i++;
            }
            text.append(field.charAt(i));
        }
        return text.toString();
    }
}
