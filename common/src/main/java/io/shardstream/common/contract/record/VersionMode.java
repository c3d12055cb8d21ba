package io.shardstream.common.contract.record;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Which versions the target's documents have.
public enum VersionMode {
    /// The version word of lineage, source shard and sequence number, as an external version.
    SEQNO,
    /// The source's own `_version`, as an external version: for applications that give versions themselves.
    SOURCE,
    /// The target's own: every document is created once and never changed.
    CREATE;

    /// The name in run file and records.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<VersionMode> of(String text) {
        return Arrays.stream(values()).filter(mode -> mode.text().equals(text)).findFirst();
    }
}
