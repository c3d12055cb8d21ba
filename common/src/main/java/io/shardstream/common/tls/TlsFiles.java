package io.shardstream.common.tls;

import java.nio.file.Path;
import java.util.Optional;

/// PEM files by which a server speaks TLS.
///
/// @param identity what it shows of itself
/// @param clientAuthorities who signs certificates of clients; empty if clients are asked for none
public record TlsFiles(IdentityFiles identity, Optional<Path> clientAuthorities) {}
