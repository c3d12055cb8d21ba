package io.shardstream.common.tls;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Locale;

/// Which servers a client believes.
public sealed interface Trust {
    /// Those that the Java runtime trusts.
    record JavaRuntime() implements Trust {
        @Override
        public String toString() {
            return "the Java runtime's certificates";
        }
    }

    /// Those that an authority in a PEM file has signed, and no others.
    record Authorities(Path file) implements Trust {
        @Override
        public String toString() {
            return "the certificates in " + file;
        }
    }

    /// Those that one authority has signed, whose certificate they send, and no others. Elasticsearch prints this
    /// fingerprint when it configures its own security.
    ///
    /// @param sha256 SHA-256 of the authority's certificate in DER: 64 hexadecimal digits, in lower case
    record Fingerprint(String sha256) implements Trust {
        private static final int BYTES = 32;

        /// @throws IllegalArgumentException if it is not one
        public Fingerprint {
            sha256 = sha256.replace(":", "").toLowerCase(Locale.ROOT);
            if (HexFormat.of().parseHex(sha256).length != BYTES) {
                throw new IllegalArgumentException("a SHA-256 has 64 hexadecimal digits, got " + sha256.length());
            }
        }

        @Override
        public String toString() {
            return "the certificate with the fingerprint " + sha256;
        }
    }
}
