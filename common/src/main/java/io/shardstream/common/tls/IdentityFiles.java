package io.shardstream.common.tls;

import io.shardstream.common.file.FileException;
import io.shardstream.common.file.Renewed;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// PEM files by which a server or a client shows who it is.
///
/// @param certificate its own certificate, and then those between it and one that others know
/// @param key its private key, in PKCS#8 and not encrypted
public record IdentityFiles(Path certificate, Path key) {
    Renewed<Identity> renewed(InstantSource clock) throws FileException {
        return Renewed.of(
                List.of(certificate, key),
                texts -> Identity.of(new PemFile(certificate, texts.getFirst()), new PemFile(key, texts.getLast())),
                clock);
    }
}
