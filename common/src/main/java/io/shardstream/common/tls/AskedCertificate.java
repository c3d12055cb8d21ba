package io.shardstream.common.tls;

import io.shardstream.common.file.Renewed;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts certificates of clients by the authorities as their file is now, and tells of those that it does not trust.
final class AskedCertificate extends X509ExtendedTrustManager {
    private final Renewed<X509ExtendedTrustManager> trusted;
    private final RefusedCertificates refused;

    AskedCertificate(Renewed<X509ExtendedTrustManager> trusted, RefusedCertificates refused) {
        this.trusted = trusted;
        this.refused = refused;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        try {
            trusted.now().checkClientTrusted(chain, type, engine);
        } catch (CertificateException e) {
            refused.refused(
                    chain[0].getSubjectX500Principal().getName(), engine.getPeerPort(), String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /// Told to clients, so that a browser offers the right certificate.
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trusted.now().getAcceptedIssuers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw onlyClientsOfEngines();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw onlyClientsOfEngines();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw onlyClientsOfEngines();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw onlyClientsOfEngines();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw onlyClientsOfEngines();
    }

    private static CertificateException onlyClientsOfEngines() {
        return new CertificateException("only clients of this server are looked at here");
    }
}
