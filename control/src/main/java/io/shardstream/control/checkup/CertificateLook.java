package io.shardstream.control.checkup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Looks at a server's certificate, whoever has signed it: nothing but the handshake is sent.
final class CertificateLook {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(5).toMillis();

    private CertificateLook() {}

    /// When the certificate of the server itself ends.
    ///
    /// @throws IOException if there is none to be seen at any address of the host
    static Instant endAt(String host, int port) throws IOException {
        IOException failure = new IOException("no address of " + host + " is known");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            try {
                return endAt(new InetSocketAddress(address, port), host);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private static Instant endAt(InetSocketAddress address, String host) throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(address, PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            return endOf(plain, host, address.getPort());
        }
    }

    private static Instant endOf(Socket plain, String host, int port) throws IOException {
        try (Socket socket = trustingAnybody().getSocketFactory().createSocket(plain, host, port, true)) {
            if (!(socket instanceof SSLSocket tls)) {
                throw new IOException("no TLS can be spoken");
            }
            tls.startHandshake();
            Certificate own = tls.getSession().getPeerCertificates()[0];
            if (own instanceof X509Certificate x509) {
                return x509.getNotAfter().toInstant();
            }
            throw new IOException("its certificate is of type " + own.getType());
        }
    }

    private static SSLContext trustingAnybody() throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /// Also a certificate that has ended is to be looked at.
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
