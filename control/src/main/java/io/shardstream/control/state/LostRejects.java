package io.shardstream.control.state;

import io.shardstream.common.contract.bytes.NumberText;
import java.util.Optional;

/// Rejects that were told and that Kafka does not have any more: somebody has deleted them, or retention has. Which
/// documents they were nobody knows, so they are found by a comparison alone.
public final class LostRejects {
    /// What can be done for a run that has ended.
    static final String AFTER_THE_END = "'verify' names the documents that differ: index those yourself, or begin a new"
            + " run under another name.";

    private LostRejects() {}

    /// What is lost and what to do, as sentences; empty if nothing is.
    ///
    /// @param records as [RunState] counts them; a document that was rejected twice has two
    /// @param hasEnded whether the run has: then nobody publishes anything again
    public static Optional<String> sentence(long records, boolean hasEnded) {
        return records == 0
                ? Optional.empty()
                : Optional.of(what(records) + ": retention or somebody has deleted them, or a broker has lost them, and"
                        + " which documents they"
                        + " were is not known. "
                        + (hasEnded
                                ? AFTER_THE_END
                                : "'verify --repair' publishes those documents again, and the target says again what is"
                                        + " wrong with them."));
    }

    /// How many, in a few words.
    public static String what(long records) {
        return NumberText.of(records, "record") + " of rejects " + (records == 1 ? "is" : "are")
                + " no longer in Kafka";
    }
}
