package io.shardstream.control.preflight.checkup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// A handshake with a server, and nothing after it.
final class TlsHandshake {
    private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(5).toMillis();

    private TlsHandshake() {}

    /// With the first address of the host that answers.
    ///
    /// @param names `HTTPS` for a certificate that has to be of this host, empty for one of any
    /// @throws IOException if nobody answers, or the handshake fails
    static void with(String host, int port, TrustManager[] trust, String names) throws IOException {
        try (Socket plain = connected(host, port)) {
            plain.setSoTimeout(PATIENCE_MILLIS);
            shake(plain, host, port, trust, names);
        }
    }

    private static Socket connected(String host, int port) throws IOException {
        IOException failure = new IOException("no address of " + host + " is known");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            Socket plain = new Socket();
            try {
                plain.connect(new InetSocketAddress(address, port), PATIENCE_MILLIS);
                return plain;
            } catch (IOException e) {
                plain.close();
                failure = e;
            }
        }
        throw failure;
    }

    private static void shake(Socket plain, String host, int port, TrustManager[] trust, String names)
            throws IOException {
        try (Socket socket = context(trust).getSocketFactory().createSocket(plain, host, port, true)) {
            if (!(socket instanceof SSLSocket tls)) {
                throw new IOException("no TLS can be spoken");
            }
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(names);
            tls.setSSLParameters(parameters);
            tls.startHandshake();
        }
    }

    private static SSLContext context(TrustManager[] trust) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
