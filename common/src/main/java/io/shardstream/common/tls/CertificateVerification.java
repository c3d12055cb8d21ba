package io.shardstream.common.tls;

/// What of a server's certificate must be right, in Elasticsearch's words.
public enum CertificateVerification {
    /// It is signed by somebody trusted, is valid now, and is for the host that was asked.
    FULL("full"),
    /// It is signed by somebody trusted and valid now, whatever host it is for.
    CERTIFICATE("certificate");

    private final String text;

    CertificateVerification(String text) {
        this.text = text;
    }

    /// As a run file writes it.
    public String text() {
        return text;
    }
}
