package io.shardstream.common.tls;

import java.nio.file.Path;
import java.util.Optional;

/// PEM files by which a server speaks TLS.
///
/// @param certificate its own certificate, and then those between it and one that clients know
/// @param key its private key, in PKCS#8 and not encrypted
/// @param clientAuthorities who signs certificates of clients; empty if clients are asked for none
public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {}
