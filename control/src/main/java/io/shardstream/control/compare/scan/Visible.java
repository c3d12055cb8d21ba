package io.shardstream.control.compare.scan;

import io.shardstream.common.shard.CopyIdentity;
import io.shardstream.common.shard.CopyNumbers;
import java.util.Optional;

/// What the searches of one copy show at least: everything that it had carried out when it said these numbers.
///
/// @param checkpoint its global checkpoint then
/// @param highest the highest number that it had given out, not below the checkpoint
public record Visible(CopyIdentity identity, long checkpoint, long highest) {
    /// What a copy shows that has shown everything up to a number, if nobody has written to its shard since.
    ///
    /// @param now settled numbers of the shard
    public static Optional<Visible> unwritten(CopyIdentity copy, long number, CopyNumbers now) {
        return now.areAllUpTo(copy, number) ? Optional.of(new Visible(copy, number, number)) : Optional.empty();
    }
}
