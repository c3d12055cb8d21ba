package io.shardstream.common.tls;

/// Hears of clients whose certificates are not trusted.
@FunctionalInterface
public interface RefusedCertificates {
    /// @param subject as the client's certificate has it, so whatever the client likes
    /// @param from the client's address
    /// @param why for people
    void refused(String subject, String from, String why);
}
