package io.shardstream.common.http;

/// Who may ask for something.
public enum AccessPolicy {
    /// Everyone who reaches the port: it tells nothing of a run.
    OPEN,
    /// Everyone on this machine; from elsewhere, who has a token or a certificate.
    READ,
    /// Operators, on this machine too: it changes something.
    CHANGE
}
