package io.shardstream.control.preflight;

import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.server.RequiredPrivileges;
import io.shardstream.control.run.plan.RunSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What the run file says, as far as a survey needs it.
///
/// @param run what control needs of it
/// @param maxBacklog bytes of documents that may wait for the writers; empty for what suits brokers and writers
/// @param trim what is taken away from the docs topic while the run works; empty for what suits the target
/// @param sessionTimeout of readers and writers
/// @param throttle how fast the run may work
/// @param sourceIsHere whether the source is reached by a loopback address
/// @param targetIsHere likewise
/// @param replaceIndex whether a cut-over deletes the source index and makes its name an alias of the target
/// @param refreshInterval the shortest time between two rounds of refreshes of one shard of the source
/// @param windowsInFlight windows of one shard that are read at the same time
public record SurveySettings(
        RunSettings run,
        OptionalLong maxBacklog,
        Optional<Trim> trim,
        Duration sessionTimeout,
        Throttle throttle,
        boolean sourceIsHere,
        boolean targetIsHere,
        ReplaceIndex replaceIndex,
        Duration refreshInterval,
        int windowsInFlight) {
    /// What the source's user needs, also for what the run file says of the cut-over.
    List<Need> needsOfSource() {
        List<Need> needs =
                new ArrayList<>(RequiredPrivileges.ofSource(run.sourceIndex(), run.refreshSource(), run.follow()));
        needs.addAll(RequiredPrivileges.ofReplacing(run.sourceIndex(), replaceIndex));
        return needs;
    }
}
