package io.shardstream.control.run;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.control.index.target.VersionedDefinition.Versions;
import java.time.Instant;

/// What the target's mapping says of what was carried to it last: of which versions of the source's mapping
/// and settings it is, and when it was sent, such as `12.3@1795000000000`.
final class CarriedWord {
    private CarriedWord() {}

    /// One that no other delivery has.
    ///
    /// @param source whose mapping is carried
    static String of(Versions source, Instant now) {
        return start(source) + now.toEpochMilli();
    }

    /// Whether nothing was carried since the record was written.
    ///
    /// @param word what the target's mapping says; empty if nothing was carried to it
    static boolean isRecorded(String word, CarriedMapping known) {
        return known.isOfTheBeginning() ? word.isEmpty() : word.startsWith(start(Versions.carriedBy(known)));
    }

    private static String start(Versions source) {
        return source.mapping() + "." + source.settings() + "@";
    }
}
