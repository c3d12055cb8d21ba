package io.shardstream.common.runfile;

import io.shardstream.common.tls.CertificateVerification;
import io.shardstream.common.tls.ClientTlsSettings;
import io.shardstream.common.tls.IdentityFiles;
import io.shardstream.common.tls.Trust;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Reads a `tls` section: whom to believe, and what to show.
final class TlsReader {
    private final Reading reading;
    private final Lookup lookUp;

    TlsReader(Reading reading, Lookup lookUp) {
        this.reading = reading;
        this.lookUp = lookUp;
    }

    Supplier<ClientTlsSettings> read(Section tls) {
        Field<Optional<Path>> ca = tls.optional("ca", this::file);
        Field<Optional<Trust>> fingerprint = tls.optional("ca-fingerprint", TlsReader::fingerprint);
        Field<CertificateVerification> verification = tls.optional(
                "verification", "full", Units.oneOf(CertificateVerification.values(), CertificateVerification::text));
        Field<Optional<Path>> certificate = tls.optional("certificate", this::file);
        Field<Optional<Path>> key = tls.optional("key", this::file);
        if (tls.given().contains("ca") && tls.given().contains("ca-fingerprint")) {
            tls.problem("must have one of ca and ca-fingerprint, got both");
        }
        if (verification
                        .ifValid()
                        .filter(CertificateVerification.CERTIFICATE::equals)
                        .isPresent()
                && !tls.given().contains("ca")
                && !tls.given().contains("ca-fingerprint")) {
            tls.problem("must have ca or ca-fingerprint beside verification: certificate, or any host's certificate of"
                    + " any public authority would do");
        }
        if (tls.given().contains("certificate") != tls.given().contains("key")) {
            tls.problem("must have both certificate and key, or neither");
        }
        return () -> new ClientTlsSettings(
                Stream.of(ca.get().<Trust>map(Trust.Authorities::new), fingerprint.get())
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElseGet(Trust.JavaRuntime::new),
                verification.get(),
                certificate.get().flatMap(shown -> key.get().map(proof -> new IdentityFiles(shown, proof))));
    }

    private Path file(Node.Scalar value) throws Refused {
        try {
            Path file = reading.folder().resolve(Names.text(value));
            if (lookUp == Lookup.ALWAYS && !(Files.isRegularFile(file) && Files.isReadable(file))) {
                throw new Refused("needs the file " + file + ", which cannot be read");
            }
            return file;
        } catch (InvalidPathException e) {
            throw new Refused("does not name a file");
        }
    }

    private static Trust fingerprint(Node.Scalar value) throws Refused {
        try {
            return new Trust.Fingerprint(Names.text(value));
        } catch (IllegalArgumentException e) {
            throw Refused.of(
                    "must be the SHA-256 of a certificate, 64 hexadecimal digits with or without colons", value.text());
        }
    }
}
