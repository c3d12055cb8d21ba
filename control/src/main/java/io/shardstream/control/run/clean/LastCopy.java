package io.shardstream.control.run.clean;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.RunState;
import java.util.Optional;
import java.util.Set;

/// A run whose source does not have its documents any more, so that some of them may be in Kafka only: what
/// was not written to the target where that is whole and no lane has lost records that were written, else
/// everything that is kept.
///
/// @param source why the source does not have them, as the part of a sentence
/// @param target why the target does not have what was written to it, in the same way; empty if it does
public record LastCopy(String source, Optional<String> target) {
    boolean isTargetWhole() {
        return target.isEmpty();
    }

    /// How many records only Kafka has. One that was refused may count twice where the target is not whole.
    ///
    /// @param kept how many records the docs topic holds
    /// @param cut lanes whose logs do not agree with what was committed of them: below that may lie what
    ///     nobody has written
    public long inKafkaOnly(RunState state, long kept, Set<Integer> cut) {
        boolean isWrittenKnown = isTargetWhole() && !state.isCut(cut);
        return (isWrittenKnown ? state.inKafka() : kept) + state.rejected();
    }

    /// Why the run's topics stay, as sentences; empty if no more than that are accepted.
    ///
    /// @param only how many records only Kafka has
    public Optional<String> unlessAccepted(long only, long accepted) {
        if (only <= accepted) {
            return Optional.empty();
        }
        String what = target.map(gone -> ", " + gone + ", and "
                        + NumberText.of(only, "record of documents is", "records of documents are")
                        + " in Kafka alone.")
                .orElseGet(() -> ", and " + NumberText.of(only, "document is", "documents are")
                        + " in Kafka that the target may not have.");
        return Optional.of("Keep the run's topics: " + source + what + " --accept-unwritten " + only
                + " deletes them all the same.");
    }
}
