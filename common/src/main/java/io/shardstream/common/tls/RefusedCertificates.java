package io.shardstream.common.tls;

/// Hears of clients whose certificates are not trusted.
@FunctionalInterface
public interface RefusedCertificates {
    /// @param subject as the client's certificate has it, so whatever the client likes
    /// @param port from which the connection comes
    /// @param why for people
    void refused(String subject, int port, String why);
}
