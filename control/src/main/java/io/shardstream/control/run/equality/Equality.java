package io.shardstream.control.run.equality;

import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.control.compare.verify.VerificationReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Source and target held against each other, in a cut-over. All calls block, and go through the sleeper
/// whenever they wait and before each question to a shard: by throwing it ends them.
///
/// What asks several shards at once does so by threads of its own, which wait by themselves: the sleeper is
/// told meanwhile, with a time of zero.
///
/// Every method throws [io.shardstream.control.state.lanes.NotDrainedException] if readers or writers do not
/// come along in time, and what source, target or Kafka throw.
public interface Equality {
    /// Deletes in the target what the source no longer has, compares, and repairs, until both are equal but
    /// for what was rejected and every record has its outcome; or until the deadline.
    Verdict establish(Instant deadline, Sleeper sleeper) throws Exception;

    /// Whether both are still equal behind the fence, when nobody writes any more: compares only. Both are
    /// equal only if nothing was written to either side from before the comparison until after it.
    Verdict check(Instant deadline, Sleeper sleeper) throws Exception;

    /// Whether nothing was written to either side since the comparison that [#check] went by; false if that
    /// is not known.
    boolean isAsCompared(Sleeper sleeper) throws Exception;

    /// Deletes in the target what the source no longer has, while both sides move, so that less is left to do
    /// when they do not.
    ///
    /// @return how many documents
    long sweepOnline(Sleeper sleeper) throws Exception;

    /// Compares while both sides move: only what is settled is judged.
    Verdict checkOnline(Sleeper sleeper) throws Exception;

    /// Tells what is known of different contents before a comparison: all documents of these source shards are
    /// compared from now on, instead of a sample, until that has found both sides equal.
    void compareAllOf(Set<Integer> shards);

    /// The source shards of which the next comparison has to compare all documents: those that were told and
    /// those in which contents differed since, less those of which all were found equal. Right also after a
    /// comparison that has failed.
    Set<Integer> different();

    /// Prepares for the comparison under the block, right before it: has what is new since [#checkOnline]
    /// become old.
    ///
    /// @param deletes whether deletes of what the source no longer has may be published
    Approach approach(Sleeper sleeper, boolean deletes) throws Exception;

    /// Compares what searches find, where that can be done.
    default Optional<Searches> searches() {
        return Optional.empty();
    }

    /// What is known of the comparison under the block before it begins.
    ///
    /// @param counts whether servers will count, so that only what is new has to be read
    /// @param expected how long both sides will be asked under the block, by the last round; zero where that
    ///     is not known, and where there is hardly anything to ask
    /// @param sentence how it will be compared, for people
    record Approach(boolean counts, Duration expected, String sentence) {}

    /// What a comparison found.
    ///
    /// @param isEqual whether both are equal but for what was rejected
    /// @param sentence what was compared and what differs
    /// @param report all of it
    /// @param reading how long the target was read for what every comparison has to read
    /// @param target by target shard, the numbers at the standstill in which both were compared; empty if
    ///     there was none
    record Verdict(
            boolean isEqual,
            String sentence,
            VerificationReport report,
            Duration reading,
            Optional<List<CopyNumbers>> target) {}
}
