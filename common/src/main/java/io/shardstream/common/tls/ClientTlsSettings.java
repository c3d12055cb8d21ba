package io.shardstream.common.tls;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How a client speaks TLS to a server.
///
/// @param trust which servers it believes
/// @param verification what of their certificates must be right
/// @param identity what it shows of itself; empty for nothing
public record ClientTlsSettings(Trust trust, CertificateVerification verification, Optional<IdentityFiles> identity) {
    /// What clients do of whom nothing else is said.
    public static final ClientTlsSettings USUAL =
            new ClientTlsSettings(new Trust.JavaRuntime(), CertificateVerification.FULL, Optional.empty());

    /// What has to be read for that.
    public List<Path> files() {
        List<Path> files = new ArrayList<>();
        if (trust instanceof Trust.Authorities(Path authorities)) {
            files.add(authorities);
        }
        identity.ifPresent(own -> {
            files.add(own.certificate());
            files.add(own.key());
        });
        return files;
    }
}
