package io.shardstream.common.tls;

import java.util.Optional;

/// How a client speaks TLS to a server.
///
/// @param trust which servers it believes
/// @param verification what of their certificates must be right
/// @param identity what it shows of itself; empty for nothing
public record ClientTlsSettings(Trust trust, Verification verification, Optional<IdentityFiles> identity) {
    /// What clients do of whom nothing else is said.
    public static final ClientTlsSettings USUAL =
            new ClientTlsSettings(new Trust.JavaRuntime(), Verification.FULL, Optional.empty());
}
