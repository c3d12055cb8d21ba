package io.shardstream.common.elastic;

import io.shardstream.common.file.FileException;
import io.shardstream.common.tls.ClientTls;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP client behind all nodes of one cluster. What Apache's client would do of its own accord is
/// switched off: it repeats requests that were answered with 429 or 503, which would count a refusal
/// twice, and asks for compression, which costs more than a local network does.
final class HttpTransport {
    private static final Timeout CONNECT = Timeout.ofSeconds(5);
    private static final int CONNECTIONS_PER_NODE = 128;
    private static final int CONNECTIONS = 1024;

    /// Each turn of the selector reads as much as this at most. A connection has up to three buffers of this size.
    private static final int BUFFER = 32 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

    private HttpTransport() {}

    /// @throws ElasticException.Unreachable if certificates or a key cannot be used
    static CloseableHttpAsyncClient of(ElasticSettings settings) throws ElasticException.Unreachable {
        Optional<TlsStrategy> tls = settings.speaksTls() ? Optional.of(tls(settings)) : Optional.empty();
        return new LastingClient(threads -> of(Timeout.of(settings.requestTimeout()), tls, threads));
    }

    private static CloseableHttpAsyncClient of(Timeout silence, Optional<TlsStrategy> tls, ThreadFactory threads) {
        PoolingAsyncClientConnectionManagerBuilder connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(CONNECT)
                        .setSocketTimeout(silence)
                        .build())
                .setMaxConnPerRoute(CONNECTIONS_PER_NODE)
                .setMaxConnTotal(CONNECTIONS);
        tls.ifPresent(connections::setTlsStrategy);
        return HttpAsyncClientBuilder.create()
                .setThreadFactory(threads)
                .setConnectionManager(connections.build())
                .setHttp1Config(Http1Config.custom().setBufferSize(BUFFER).build())
                // Closing in the middle of an exchange is no event; whoever waits for the answer is told.
                .setIoReactorExceptionCallback(e -> LOG.debug("An HTTP connection ended abnormally", e))
                .setIOReactorConfig(
                        IOReactorConfig.custom().setSoKeepAlive(true).build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(silence)
                        .setResponseTimeout(silence)
                        .build())
                .disableAutomaticRetries()
                .disableContentCompression()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableAuthCaching()
                .build();
    }

    private static TlsStrategy tls(ElasticSettings settings) throws ElasticException.Unreachable {
        try {
            SSLContext context =
                    ClientTls.of(settings.tls(), InstantSource.system()).context();
            return switch (settings.tls().verification()) {
                // Without a verifier this client compares no names of hosts (seen with 5.6.3).
                case FULL -> new DefaultClientTlsStrategy(context, HttpsSupport.getDefaultHostnameVerifier());
                case CERTIFICATE ->
                    new DefaultClientTlsStrategy(
                            context, HostnameVerificationPolicy.CLIENT, NoopHostnameVerifier.INSTANCE);
            };
        } catch (FileException e) {
            throw new ElasticException.Unreachable(
                    "TLS cannot be spoken with the " + settings.name() + ": " + e.getMessage(), e);
        }
    }
}
