package straum.pg;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A libpq service file: sections {@code [service]} of lines {@code parameter=value} (PostgreSQL manual, 32.17). The first
 * section of a name counts. LDAP lines are refused.
 */
final class ServiceFile {
    private ServiceFile() {}

    /**
     * The parameters of a service, from the first file that is there and has it: PGSERVICEFILE, or
     * {@code ~/.pg_service.conf}, then {@code pg_service.conf} in PGSYSCONFDIR.
     *
     * @throws DsnException when no file has it, or the one that does cannot be read
     */
    static Map<String, String> find(String service, Map<String, String> environment, Path home) throws DsnException {
        List<Path> files = new ArrayList<>();
        String own = environment.get("PGSERVICEFILE");
        if (own == null) {
            files.add(home.resolve(".pg_service.conf"));
        } else if (Files.exists(Path.of(own))) {
            files.add(Path.of(own));
        } else {
            throw new DsnException("PGSERVICEFILE names the service file " + own + ", which is not there");
        }
        String system = environment.get("PGSYSCONFDIR");
        if (system != null) {
            files.add(Path.of(system, "pg_service.conf"));
        }
        for (Path file : files) {
            Map<String, String> parameters = Files.exists(file) ? section(file, service) : null;
            if (parameters != null) {
                return parameters;
            }
        }
        throw new DsnException("there is no service " + service + " in "
                + String.join(" or ", files.stream().map(Path::toString).toList())
                + (system == null ? "; PGSYSCONFDIR says where a pg_service.conf for all is" : ""));
    }

    private static @Nullable Map<String, String> section(Path file, String service) throws DsnException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new DsnException("the service file " + file + " cannot be read: " + e.getMessage());
        }
        Map<String, String> parameters = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                if (parameters != null) {
                    break;
                }
                parameters = line.startsWith("[" + service + "]") ? new LinkedHashMap<>() : null;
            } else if (parameters != null) {
                parameter(line, file + ", line " + (i + 1), parameters);
            }
        }
        return parameters;
    }

    /** Reads one line; messages never say the value, which may be a password. */
    private static void parameter(String line, String at, Map<String, String> parameters) throws DsnException {
        if (line.startsWith("ldap://")) {
            throw new DsnException("the service file " + at + ", looks the parameters up by LDAP, which is not"
                    + " supported: write them there");
        }
        int equals = line.indexOf('=');
        if (equals <= 0) {
            throw new DsnException("the service file " + at + ", is not parameter=value");
        }
        String key = line.substring(0, equals);
        if (key.equals("service")) {
            throw new DsnException("the service file " + at + ", names another service, which libpq does not follow");
        }
        if (Parameter.of(key) == null) {
            throw new DsnException("the service file " + at + ", has the parameter " + key + ", which libpq does not"
                    + " know; no spaces stand around the =");
        }
        parameters.putIfAbsent(key, line.substring(equals + 1));
    }
}
