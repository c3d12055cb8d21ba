package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.control.index.target.TargetSettings;
import java.util.Optional;
import java.util.OptionalLong;

/// What the run file says about a run, as far as control needs it.
///
/// @param topics the topics of the run
/// @param sourceIndex name of the source index
/// @param idsUniqueAcrossRoutings the operator's word that no id is used under two routings
/// @param refreshSource whether the source may be asked for refreshes
/// @param versions which versions the target's documents have
/// @param applicationVersions the operator's word that an application gives every version of the source
/// @param target the target index
/// @param replication replicas of the run's topics, -1 where the run file does not say
/// @param saidFollow whether the run goes on with what is written to the source; empty where the run file
///     does not say, which a run refuses whose source is being written to
/// @param seal the check value of `docs.seal-key`; empty text for a run file without one, nothing where this
///     process was not told the key
/// @param maxDocument largest document to carry, in bytes; empty for 10 MiB, or as much as the way allows
public record RunSettings(
        RunTopics topics,
        String sourceIndex,
        boolean idsUniqueAcrossRoutings,
        boolean refreshSource,
        VersionMode versions,
        boolean applicationVersions,
        TargetSettings target,
        short replication,
        Optional<Boolean> saidFollow,
        Optional<String> seal,
        OptionalLong maxDocument) {

    /// Whether the run goes on with what is written to the source; `false` unless that was said.
    public boolean follow() {
        return saidFollow.orElse(false);
    }
}
