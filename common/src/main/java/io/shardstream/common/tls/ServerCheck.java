package io.shardstream.common.tls;

import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Looks at servers' certificates, and says in a sentence what is wrong with one.
final class ServerCheck extends X509ExtendedTrustManager {
    private final ClientTlsSettings settings;
    private final TrustedServers trusted;

    ServerCheck(ClientTlsSettings settings, TrustedServers trusted) {
        this.settings = settings;
        this.trusted = trusted;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, judge -> {
            switch (settings.verification()) {
                case FULL -> judge.checkServerTrusted(chain, type, engine);
                case CERTIFICATE -> judge.checkServerTrusted(chain, type);
            }
        });
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain, judge -> {
            switch (settings.verification()) {
                case FULL -> judge.checkServerTrusted(chain, type, socket);
                case CERTIFICATE -> judge.checkServerTrusted(chain, type);
            }
        });
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, judge -> judge.checkServerTrusted(chain, type));
    }

    @FunctionalInterface
    private interface Look {
        void at(X509ExtendedTrustManager judge) throws CertificateException;
    }

    private void check(X509Certificate[] chain, Look look) throws CertificateException {
        try {
            look.at(trusted.judgeOf(chain));
        } catch (CertificateException e) {
            throw new CertificateException(sentence(chain[0], e), e);
        }
    }

    private String sentence(X509Certificate shown, CertificateException failure) {
        String name = "its certificate, of " + shown.getSubjectX500Principal().getName() + ", ";
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                // It may be the authority's that has.
                return name + "or that of its authority, has ended: " + cause.getMessage();
            }
            if (cause instanceof CertificateNotYetValidException) {
                return name + "or that of its authority, is not valid yet: " + cause.getMessage();
            }
            if (cause instanceof CertPathBuilderException) {
                return name + "signed by " + shown.getIssuerX500Principal().getName() + ", is not vouched for by "
                        + settings.trust();
            }
        }
        return name + "cannot be believed: " + failure.getMessage();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw onlyServers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw onlyServers();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw onlyServers();
    }

    private static CertificateException onlyServers() {
        return new CertificateException("only servers are looked at here");
    }
}
