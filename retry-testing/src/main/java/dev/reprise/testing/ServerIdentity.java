package dev.reprise.testing;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificate that a server with TLS shows. All are valid from 2020 until 2125. */
public enum ServerIdentity {
    /**
     * Trusted by {@link #trustManager()}, and made out to {@code localhost}, {@code server.test}, {@code other.test}, {@code 127.0.0.1} to
     * {@code 127.0.0.3} and {@code ::1}.
     */
    TRUSTED("trusted.p12"),

    /** Trusted by {@link #trustManager()}, but made out to {@code wrong.example}. */
    WRONG_HOST("wrong-host.p12"),

    /** Made out to the right names, but signed by someone whom no client trusts. */
    UNTRUSTED("untrusted.p12");

    /** Guards nothing: the keys are published with this module and good for tests only. */
    private static final char[] PASSWORD = "testing".toCharArray();

    private final String resource;

    ServerIdentity(String resource) {
        this.resource = resource;
    }

    /**
     * What a client needs in order to trust {@link #TRUSTED} and {@link #WRONG_HOST}, and nobody else.
     *
     * @return a new trust manager
     */
    public static X509TrustManager trustManager() {
        try {
            KeyStore anchors = KeyStore.getInstance("PKCS12");
            anchors.load(null, null);
            for (ServerIdentity trusted : new ServerIdentity[] {TRUSTED, WRONG_HOST}) {
                anchors.setCertificateEntry(trusted.name(), trusted.keyStore().getCertificate("server"));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(anchors);
            return (X509TrustManager) factory.getTrustManagers()[0];
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot make a trust manager of the test certificates", e);
        }
    }

    /**
     * A client's TLS context that trusts as {@link #trustManager()} does.
     *
     * @return a new context, which remembers no TLS session of another one
     */
    public static SSLContext clientContext() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trustManager()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot make a TLS context for clients", e);
        }
    }

    SSLContext serverContext() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(keyStore(), PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot make a TLS context of " + resource, e);
        }
    }

    KeyStore keyStore() throws GeneralSecurityException, IOException {
        try (InputStream in = ServerIdentity.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the module lacks its resource " + resource);
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD);
            return store;
        }
    }
}
