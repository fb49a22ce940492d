package straum.pg;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Straum's own certificate and its private key, shown to every server that asks, whichever issuers it says it trusts: as
 * libpq does. A key is read as PEM (PKCS #8, plain or encrypted, or PKCS #1), as DER of PKCS #8, or out of a PKCS #12
 * file with its certificates.
 */
final class ClientKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "straum";
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    /** What a PKCS #1 key becomes PKCS #8 by: version 0 and the identifier of RSA (RFC 5208, RFC 8017). */
    private static final byte[] RSA = Base64.getDecoder().decode("AgEAMA0GCSqGSIb3DQEBAQUA");

    private static final int DER_SEQUENCE = 0x30;
    private static final int DER_OCTETS = 0x04;

    private final PrivateKey key;
    private final X509Certificate[] chain;

    private ClientKey(PrivateKey key, X509Certificate[] chain) {
        this.key = key;
        this.chain = chain;
    }

    /**
     * Reads a key and its certificates.
     *
     * @param certificate PEM, the own one first; not looked at where the key is in a PKCS #12 file
     * @param password of an encrypted key; null when none was given
     * @throws DsnException when they cannot be read, or others may read the key; never with the password
     */
    static ClientKey read(Path certificate, Path keyFile, @Nullable String password) throws DsnException {
        checkPrivate(keyFile);
        String name = keyFile.getFileName().toString();
        if (name.endsWith(".p12") || name.endsWith(".pfx")) {
            return pkcs12(keyFile, password);
        }
        PrivateKey key = key(keyFile, password);
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            X509Certificate[] chain =
                    factory.generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificate))).stream()
                            .map(X509Certificate.class::cast)
                            .toArray(X509Certificate[]::new);
            if (chain.length == 0) {
                throw new DsnException("the client certificate " + certificate + " has no certificate in it");
            }
            if (!chain[0].getPublicKey().getAlgorithm().equals(key.getAlgorithm())) {
                throw new DsnException("the private key " + keyFile + " is not the one of " + certificate);
            }
            return new ClientKey(key, chain);
        } catch (IOException | GeneralSecurityException e) {
            throw new DsnException("the client certificate " + certificate + " cannot be read: " + e.getMessage());
        }
    }

    /** As libpq: the owner's alone, but that one of root's may be read by a group. */
    private static void checkPrivate(Path file) throws DsnException {
        try {
            if (!Files.isRegularFile(file)) {
                throw new DsnException("the private key " + file + " of the client certificate is not there");
            }
            if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
                return;
            }
            PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class, new LinkOption[0]);
            Set<PosixFilePermission> permissions = attributes.permissions();
            permissions.removeIf(permission -> permission.name().startsWith("OWNER"));
            if (attributes.owner().getName().equals("root")) {
                permissions.remove(PosixFilePermission.GROUP_READ);
            }
            if (!permissions.isEmpty()) {
                throw new DsnException(
                        "the private key " + file + " may be read by others: chmod 600 " + file + " keeps it private");
            }
        } catch (IOException e) {
            throw new DsnException("the private key " + file + " cannot be looked at: " + e.getMessage());
        }
    }

    private static PrivateKey key(Path file, @Nullable String password) throws DsnException {
        try {
            byte[] bytes = Files.readAllBytes(file);
            Matcher block = BLOCK.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
            if (!block.find()) {
                return bytes.length > 0 && bytes[0] == DER_SEQUENCE ? pkcs8(bytes) : unread(file);
            }
            String kind = block.group(1);
            if (block.group(2).indexOf(':') >= 0 || kind.equals("EC PRIVATE KEY")) {
                return unread(file);
            }
            byte[] der = Base64.getMimeDecoder().decode(block.group(2));
            return switch (kind) {
                case "PRIVATE KEY" -> pkcs8(der);
                case "ENCRYPTED PRIVATE KEY" -> decrypted(der, file, password);
                case "RSA PRIVATE KEY" ->
                    KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(wrapped(der)));
                default -> unread(file);
            };
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new DsnException("the private key " + file + " cannot be read: " + e.getMessage());
        }
    }

    private static PrivateKey unread(Path file) throws DsnException {
        throw new DsnException(
                "the private key " + file + " is in a form that Java does not read: openssl pkcs8 -topk8 -in " + file
                        + " -out new.key writes it in one that it does");
    }

    // Which algorithm is of the key: it is somebody's choice already.
    @SuppressWarnings("InsecureCryptoUsage")
    private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
        GeneralSecurityException last = new GeneralSecurityException("not a private key");
        for (String algorithm : new String[] {"RSA", "EC", "EdDSA"}) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw last;
    }

    // Which cipher is of the file: it is somebody's choice already.
    @SuppressWarnings("InsecureCryptoUsage")
    private static PrivateKey decrypted(byte[] der, Path file, @Nullable String password)
            throws IOException, GeneralSecurityException, DsnException {
        if (password == null) {
            throw new DsnException("the private key " + file + " is encrypted: sslpassword says by what");
        }
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
        AlgorithmParameters parameters = info.getAlgParameters();
        // The JDK names the scheme in the parameters alone.
        String scheme = info.getAlgName().equals("PBES2") || info.getAlgName().startsWith("1.2.840.113549.1.5.13")
                ? parameters.toString()
                : info.getAlgName();
        try {
            Key by = SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec(password.toCharArray()));
            Cipher cipher = Cipher.getInstance(scheme);
            cipher.init(Cipher.DECRYPT_MODE, by, parameters);
            return pkcs8(info.getKeySpec(cipher).getEncoded());
        } catch (GeneralSecurityException e) {
            throw new DsnException("the private key " + file + " cannot be decrypted: sslpassword is another, or Java"
                    + " does not know the cipher (" + scheme + ")");
        }
    }

    private static byte[] wrapped(byte[] pkcs1) {
        byte[] octets = element(DER_OCTETS, pkcs1);
        byte[] content = Arrays.copyOf(RSA, RSA.length + octets.length);
        System.arraycopy(octets, 0, content, RSA.length, octets.length);
        return element(DER_SEQUENCE, content);
    }

    /** A DER element; contents of 64 KiB and more are none of a key. */
    private static byte[] element(int tag, byte[] content) {
        if (content.length > 0xFFFF) {
            throw new IllegalArgumentException("too long for a key");
        }
        byte[] element = new byte[4 + content.length];
        element[0] = (byte) tag;
        element[1] = (byte) 0x82;
        element[2] = (byte) (content.length >> 8);
        element[3] = (byte) content.length;
        System.arraycopy(content, 0, element, 4, content.length);
        return element;
    }

    private static ClientKey pkcs12(Path file, @Nullable String password) throws DsnException {
        char[] secret = password == null ? new char[0] : password.toCharArray();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(Files.readAllBytes(file)), secret);
            for (String alias : Collections.list(store.aliases())) {
                Certificate[] chain = store.getCertificateChain(alias);
                if (store.getKey(alias, secret) instanceof PrivateKey key && chain != null) {
                    return new ClientKey(key, Arrays.copyOf(chain, chain.length, X509Certificate[].class));
                }
            }
            throw new DsnException("the file " + file + " has no private key with a certificate in it");
        } catch (IOException | GeneralSecurityException e) {
            throw new DsnException(
                    "the file " + file + " cannot be read, or sslpassword is another: " + e.getMessage());
        }
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return ALIAS;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
