package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.OnMappingChange;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.RunFileKeys;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.run.block.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// What the run file says about the control of a run.
///
/// @param follow whether the run goes on with what is written when the backfill is done
/// @param sweepEvery from the end of one sweep to the begin of the next
/// @param sessionTimeout after which a silent controller is replaced
/// @param cutover about the cut-over
/// @param onMappingChange what becomes of it when somebody changes the target's mapping
/// @param onSourceMappingChange what becomes of it when the source's mapping or settings change
/// @param targetSettings full names of settings that the run file has for the target
/// @param maxRejects open rejects that it may have before it is stopped; empty for one of a hundred documents,
///     between 10 and 1,000
/// @param mayRefreshSource whether refreshes of the source may be asked for
/// @param throttle how fast the run may work until a command says otherwise
/// @param canary a search that tells how production fares, as JSON
/// @param trim what may be taken away from the start of the docs topic; empty for what suits the target
/// @param maxBacklog bytes that may wait in Kafka before readers wait too, as the run file says
/// @param replication replicas of the ledger's topics, or -1 where the run file does not say
public record ControlSettings(
        boolean follow,
        Duration sweepEvery,
        Duration sessionTimeout,
        Settings cutover,
        OnMappingChange onMappingChange,
        OnSourceMappingChange onSourceMappingChange,
        Set<String> targetSettings,
        OptionalInt maxRejects,
        boolean mayRefreshSource,
        Throttle throttle,
        Optional<String> canary,
        Optional<Trim> trim,
        OptionalLong maxBacklog,
        short replication) {
    public ControlSettings {
        targetSettings = Set.copyOf(targetSettings);
    }

    /// What the run file says that the plan does not have, for other processes of the run.
    RunFileKeys keys() {
        Map<String, String> values = new HashMap<>();
        values.put("sweep.every", NumberText.exact(sweepEvery));
        values.put("target.on-mapping-change", onMappingChange.text());
        values.put("source.on-mapping-change", onSourceMappingChange.text());
        values.put(RunFileKeys.REFRESH, String.valueOf(mayRefreshSource));
        trim.ifPresent(said -> values.put("docs.trim", said.text()));
        maxRejects.ifPresent(said -> values.put("rejects.max", String.valueOf(said)));
        cutover.replicas().atEnd().ifPresent(said -> values.put("target.replicas", String.valueOf(said)));
        cutover.replicas()
                .whileCopying()
                .ifPresent(said -> values.put("target.replicas-while-copying", String.valueOf(said)));
        return new RunFileKeys(values);
    }

    /// The same for a process whose run file is not the run's: the source is not refreshed where the one that
    /// controls the run must not do so.
    ///
    /// @param said what the control topic says
    ControlSettings asNoted(ControlRecords said) {
        return new ControlSettings(
                follow,
                sweepEvery,
                sessionTimeout,
                cutover,
                onMappingChange,
                onSourceMappingChange,
                targetSettings,
                maxRejects,
                RunFileKeys.mayRefreshSource(said.of(RunFileKeys.KEY, RunFileKeys::decode), mayRefreshSource),
                throttle,
                canary,
                trim,
                maxBacklog,
                replication);
    }

    /// The same with the limits of the run, where the run file of whoever controls it for a command has
    /// others.
    public ControlSettings with(Throttle limits) {
        return new ControlSettings(
                follow,
                sweepEvery,
                sessionTimeout,
                cutover,
                onMappingChange,
                onSourceMappingChange,
                targetSettings,
                maxRejects,
                mayRefreshSource,
                limits,
                canary,
                trim,
                maxBacklog,
                replication);
    }
}
