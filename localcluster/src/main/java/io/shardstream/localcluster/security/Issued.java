package io.shardstream.localcluster.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A certificate and its key, as PEM.
///
/// @param certificate the certificate, and the authority's behind it
/// @param key not encrypted
public record Issued(String certificate, String key) {
    /// Writes both, as `NAME.crt` and `NAME.key`, in place of what was there.
    public Issued writeTo(Path folder, String name) throws IOException {
        Files.writeString(folder.resolve(name + ".crt"), certificate);
        Files.writeString(folder.resolve(name + ".key"), key);
        return this;
    }

    /// The key and what is certified, in one text.
    public String identity() {
        return key + certificate;
    }

    /// The key stays out of messages.
    @Override
    public String toString() {
        return "a certificate and its key";
    }
}
