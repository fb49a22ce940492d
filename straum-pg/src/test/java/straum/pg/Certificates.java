package straum.pg;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority made by the JDK's keytool, and what it signs, as files for PostgreSQL. */
final class Certificates {
    private static final String SECRET = "changeit";

    private final Path folder;
    private final Path store;

    /** An authority of that name; its files are in the folder: {@code NAME.crt}. */
    Certificates(Path folder, String name) throws Exception {
        this.folder = folder;
        this.store = folder.resolve(name + ".p12");
        generate(name, "-ext", "bc:c");
        export(name);
    }

    /** Signs a key for a common name; writes {@code NAME.crt} and {@code NAME.key}, which no other may read. */
    void sign(String authority, String name, String commonName, String... extensions) throws Exception {
        List<String> more = new ArrayList<>(List.of("-signer", authority));
        for (String extension : extensions) {
            more.addAll(List.of("-ext", extension));
        }
        generate(name, "CN=" + commonName, more);
        export(name);
        writeKey(name, privateKey(name).getEncoded(), "PRIVATE KEY");
    }

    /** A signed key. */
    Key privateKey(String name) throws Exception {
        return load().getKey(name, SECRET.toCharArray());
    }

    /** Writes {@code NAME.key} anew. */
    Path writeKey(String name, byte[] der, String kind) throws IOException {
        Path file = folder.resolve(name + ".key");
        Files.deleteIfExists(file);
        Files.writeString(file, pem(der, kind));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    static String pem(byte[] der, String kind) {
        return "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + kind + "-----\n";
    }

    /** Writes a list that revokes a signed certificate, or another when none is named. */
    Path revoke(String authority, String name, String file) throws Exception {
        String serial = ((X509Certificate) load().getCertificate(name))
                .getSerialNumber()
                .toString();
        Path list = folder.resolve(file);
        keytool("-gencrl", "-alias", authority, "-id", serial, "-file", list.toString(), "-rfc");
        return list;
    }

    /** A PKCS #12 file of one signed key alone, under the password {@code changeit}. */
    Path store(String name) throws Exception {
        KeyStore one = KeyStore.getInstance("PKCS12");
        one.load(null, null);
        one.setKeyEntry(name, privateKey(name), SECRET.toCharArray(), load().getCertificateChain(name));
        Path file = folder.resolve(name + ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            one.store(out, SECRET.toCharArray());
        }
        return file;
    }

    private void generate(String name, String... more) throws Exception {
        generate(name, "CN=" + name, List.of(more));
    }

    private void generate(String alias, String subject, List<String> more) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-genkeypair", "-alias", alias, "-keyalg", "RSA", "-keysize", "2048", "-dname", subject));
        arguments.addAll(more);
        keytool(arguments.toArray(String[]::new));
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", SECRET));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, SECRET.toCharArray());
        }
        return keys;
    }

    private void export(String name) throws IOException, GeneralSecurityException {
        StringBuilder chain = new StringBuilder();
        for (Certificate certificate : load().getCertificateChain(name)) {
            chain.append(pem(certificate.getEncoded(), "CERTIFICATE"));
        }
        Files.writeString(folder.resolve(name + ".crt"), chain.toString());
    }
}
