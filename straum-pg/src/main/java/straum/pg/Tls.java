package straum.pg;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CRL;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;
import org.postgresql.ssl.NonValidatingFactory;

/**
 * Whether a connection is encrypted, whom it trusts and what it shows of itself (PostgreSQL manual, 32.19). Files are read
 * for every connection, so that a certificate can be renewed under a running Straum. Differs from libpq in one thing:
 * under {@code prefer} and {@code allow} the server's certificate is never looked at, since what does not trust it would
 * go on without encryption.
 *
 * @param given the parameters whose names begin with {@code ssl}, but for the empty ones
 * @param home where {@code .postgresql} is
 */
record Tls(Map<String, String> given, Path home) {
    /** The word for the authorities that the JVM trusts. */
    static final String SYSTEM = "system";

    private static final String DEFAULT = "prefer";
    private static final List<String> STRICT = List.of("require", "verify-ca", "verify-full");
    private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");

    /** Marks what {@link #pass} adds to the driver's properties. */
    private static final String PREFIX = "straum.tls.";

    private static final String HOME = PREFIX + "home";

    Tls {
        given = Map.copyOf(given);
    }

    /** What {@link #pass} passed on. */
    static Tls passed(Properties properties) {
        Map<String, String> given = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PREFIX) && !name.equals(HOME)) {
                given.put(name.substring(PREFIX.length()), properties.getProperty(name, ""));
            }
        }
        return new Tls(given, Path.of(properties.getProperty(HOME, "")));
    }

    /** Sets the driver's properties for a connection in one of the {@link #tries}. */
    void pass(String mode, Properties properties) {
        PGProperty.SSL_MODE.set(properties, mode);
        if (mode.equals("disable")) {
            return;
        }
        PGProperty.SSL_NEGOTIATION.set(properties, isDirect() ? "direct" : "postgres");
        PGProperty.SSL_FACTORY.set(properties, TlsSockets.class.getName());
        given.forEach((key, value) -> properties.setProperty(PREFIX + key, value));
        properties.setProperty(HOME, home.toString());
    }

    /**
     * Holds that the parameters go together, as libpq asks.
     *
     * @throws DsnException when they do not
     */
    void check() throws DsnException {
        String mode = mode();
        if (SYSTEM.equals(given.get("sslrootcert")) && !mode.equals("verify-full")) {
            throw new DsnException("sslmode " + mode + " is too weak for sslrootcert=system, since any authority of the"
                    + " system's would do: write sslmode=verify-full");
        }
        if (isDirect() && !STRICT.contains(mode)) {
            throw new DsnException("sslmode " + mode + " is too weak for sslnegotiation=direct, which begins with TLS:"
                    + " write sslmode=require or a stronger one");
        }
        if (protocols().isEmpty()) {
            throw new DsnException("ssl_min_protocol_version is above ssl_max_protocol_version");
        }
    }

    /** The {@code sslmode}: as given, or libpq's default. */
    String mode() {
        String byRoot = SYSTEM.equals(given.get("sslrootcert")) ? "verify-full" : DEFAULT;
        return given.getOrDefault("sslmode", byRoot);
    }

    /**
     * The modes to try one after the other until the server takes one: of {@code disable}, {@code require},
     * {@code verify-ca} and {@code verify-full}.
     */
    List<String> tries() {
        return switch (mode()) {
            case "allow" -> List.of("disable", "require");
            case "prefer" -> List.of("require", "disable");
            // As libpq does for the sake of old: where authorities are named, the server must be known to them.
            case "require" ->
                List.of(given.containsKey("sslrootcert") || Files.exists(rootFile()) ? "verify-ca" : "require");
            default -> List.of(mode());
        };
    }

    /** Whether TLS begins without asking the server for it first. */
    boolean isDirect() {
        return "direct".equals(given.get("sslnegotiation"));
    }

    /** Whether the server is told by which name it is called. */
    boolean isNamed() {
        return !"0".equals(given.get("sslsni"));
    }

    /** The versions of TLS that may be spoken. */
    List<String> protocols() {
        int from = Math.max(0, PROTOCOLS.indexOf(given.getOrDefault("ssl_min_protocol_version", "TLSv1.2")));
        int to = PROTOCOLS.indexOf(given.getOrDefault("ssl_max_protocol_version", "TLSv1.3"));
        return from > to ? List.of() : PROTOCOLS.subList(from, to + 1);
    }

    /** Where the server's authorities are, for people. */
    String authorities() {
        return SYSTEM.equals(given.get("sslrootcert"))
                ? "the authorities that Java trusts"
                : rootFile().toString();
    }

    private Path rootFile() {
        return file("sslrootcert", "root.crt");
    }

    private Path file(String parameter, String byDefault) {
        String named = given.get(parameter);
        return named == null ? home.resolve(".postgresql").resolve(byDefault) : Path.of(named);
    }

    /**
     * What a connection in one of the {@link #tries} is encrypted by.
     *
     * @throws DsnException when a file it needs is not there or cannot be read
     */
    SSLContext context(String mode) throws DsnException {
        try {
            ClientKey own = clientKey();
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManager[] trusted = mode.startsWith("verify")
                    ? trusted()
                    : new TrustManager[] {new NonValidatingFactory.NonValidatingTM()};
            context.init(own == null ? null : new KeyManager[] {own}, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new DsnException("TLS cannot be set up: " + e.getMessage());
        }
    }

    private @Nullable ClientKey clientKey() throws DsnException {
        String keyName = given.get("sslkey");
        boolean isStore = keyName != null && (keyName.endsWith(".p12") || keyName.endsWith(".pfx"));
        Path certificate = file("sslcert", "postgresql.crt");
        if ("disable".equals(given.get("sslcertmode"))) {
            return null;
        }
        if (!isStore && !Files.exists(certificate)) {
            if (given.containsKey("sslcert")) {
                throw new DsnException("the client certificate " + certificate + " (sslcert) is not there");
            }
            return null;
        }
        return ClientKey.read(certificate, file("sslkey", "postgresql.key"), given.get("sslpassword"));
    }

    private TrustManager[] trusted() throws GeneralSecurityException, DsnException {
        Set<TrustAnchor> anchors = new HashSet<>();
        for (X509Certificate authority : SYSTEM.equals(given.get("sslrootcert")) ? systemRoots() : roots()) {
            anchors.add(new TrustAnchor(authority, null));
        }
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
        List<CRL> revoked = revocations();
        parameters.setRevocationEnabled(!revoked.isEmpty());
        if (!revoked.isEmpty()) {
            PKIXRevocationChecker checker =
                    (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
            checker.setOptions(
                    EnumSet.of(PKIXRevocationChecker.Option.PREFER_CRLS, PKIXRevocationChecker.Option.NO_FALLBACK));
            parameters.addCertPathChecker(checker);
            parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(revoked)));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(new CertPathTrustManagerParameters(parameters));
        return factory.getTrustManagers();
    }

    private List<X509Certificate> roots() throws DsnException {
        Path file = rootFile();
        if (!Files.exists(file)) {
            throw new DsnException("sslmode " + mode() + " needs to know whom to trust, and there is no file " + file
                    + ": sslrootcert names the file of authorities, or says system");
        }
        try {
            List<X509Certificate> roots = new ArrayList<>();
            CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
                    .forEach(root -> roots.add((X509Certificate) root));
            if (roots.isEmpty()) {
                throw new DsnException("the file of authorities " + file + " has no certificate in it");
            }
            return roots;
        } catch (IOException | GeneralSecurityException e) {
            throw new DsnException("the file of authorities " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static List<X509Certificate> systemRoots() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init((KeyStore) null);
        List<X509Certificate> roots = new ArrayList<>();
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager trusting) {
                roots.addAll(List.of(trusting.getAcceptedIssuers()));
            }
        }
        return roots;
    }

    /** All lists of revoked certificates; none when there is no file of them. */
    private List<CRL> revocations() throws DsnException {
        List<CRL> lists = new ArrayList<>();
        String folder = given.get("sslcrldir");
        Path file = file("sslcrl", "root.crl");
        try {
            if (given.containsKey("sslcrl") || (folder == null && Files.exists(file))) {
                add(file, lists);
            }
            if (folder != null) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(folder))) {
                    for (Path each : files) {
                        add(each, lists);
                    }
                }
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new DsnException("the lists of revoked certificates cannot be read: " + e);
        }
        if (lists.isEmpty() && (given.containsKey("sslcrl") || folder != null)) {
            throw new DsnException("there is no list of revoked certificates where sslcrl or sslcrldir says");
        }
        return lists;
    }

    /** Without the key's password. */
    @Override
    public String toString() {
        return "sslmode=" + mode();
    }

    private static void add(Path file, List<CRL> lists) throws IOException, GeneralSecurityException {
        lists.addAll(CertificateFactory.getInstance("X.509")
                .generateCRLs(new ByteArrayInputStream(Files.readAllBytes(file))));
    }
}
