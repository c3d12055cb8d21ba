package io.shardstream.control.state;

import io.shardstream.common.numbers.Numbers;
import java.util.Optional;

/// Rejects that were told and that Kafka does not have any more: somebody has deleted them, or retention has. Which
/// documents they were nobody knows, so they are found by a comparison alone.
public final class LostRejects {
    private LostRejects() {}

    /// What is lost and what to do, as sentences; empty if nothing is.
    ///
    /// @param records as [RunState] counts them; a document that was rejected twice has two
    public static Optional<String> sentence(long records) {
        return records == 0
                ? Optional.empty()
                : Optional.of(what(records) + ": retention has deleted them, or somebody has, and which documents they"
                        + " were is not known. 'verify --repair' publishes those documents again, and the target says"
                        + " again what is wrong with them.");
    }

    /// How many, in a few words.
    public static String what(long records) {
        return Numbers.of(records, "record") + " of rejects " + (records == 1 ? "is" : "are") + " no longer in Kafka";
    }
}
