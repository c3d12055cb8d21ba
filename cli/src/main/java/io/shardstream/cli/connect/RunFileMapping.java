package io.shardstream.cli.connect;

import io.shardstream.common.contract.record.RunFileKeys;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.runfile.CutoverConfig;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.common.runfile.Secret;
import io.shardstream.common.runfile.TargetConfig;
import io.shardstream.common.seal.SealKey;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.TargetReplicas;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.preflight.SurveySettings;
import io.shardstream.control.run.ControlSettings;
import io.shardstream.control.run.block.CommandHook;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.block.SwapHook;
import io.shardstream.control.run.block.UrlHook;
import io.shardstream.control.run.plan.RunSettings;
import java.time.Duration;
import java.util.Optional;

/// What a run file says, in the words of control.
public final class RunFileMapping {
    private RunFileMapping() {}

    public static RunSettings settings(RunFile run) {
        return new RunSettings(
                new RunTopics(run.name()),
                run.source().index(),
                run.source().idsUniqueAcrossRoutings(),
                run.source().refresh(),
                run.versions(),
                run.source().applicationVersions(),
                target(run.target()),
                replication(run),
                run.saidFollow(),
                seal(run),
                run.docs().maxDocument());
    }

    /// Whether a command may have the source refreshed: where the process that controls the run may not, no
    /// command may, whatever its own run file says.
    public static boolean mayRefreshSource(RunFile run, ControlRecords said) {
        return RunFileKeys.mayRefreshSource(
                said.of(RunFileKeys.KEY, RunFileKeys::decode), run.source().refresh());
    }

    /// Replicas of the run's topics, or -1 where the run file does not say.
    public static short replication(RunFile run) {
        return (short) run.kafka().replication().orElse(-1);
    }

    private static Optional<String> seal(RunFile run) {
        Optional<Secret> key = run.docs().sealKey();
        if (key.isEmpty()) {
            return Optional.of("");
        }
        return key.filter(Secret::isKnown)
                .map(known -> SealKey.of(known.reveal()).orElseThrow().check(run.name()));
    }

    public static ControlSettings control(RunFile run) {
        return new ControlSettings(
                run.follow(),
                run.sweepEvery(),
                run.sessionTimeout(),
                new Settings(
                        run.cutover().maxBlocked(),
                        run.cutover().maxLag(),
                        run.cutover().canaries(),
                        run.cutover().canaryTolerance(),
                        run.cutover().replaceIndex(),
                        onSwap(run.cutover()),
                        new Intended(
                                target(run.target()).settings(),
                                target(run.target()).mappings()),
                        replicas(run.target()),
                        run.cutover().terms()),
                run.target().onMappingChange(),
                run.source().onMappingChange(),
                target(run.target()).settings().keySet(),
                run.maxRejects(),
                run.source().refresh(),
                run.throttle(),
                run.canary(),
                run.docs().trim(),
                run.docs().maxBacklog(),
                replication(run));
    }

    public static SurveySettings survey(RunFile run) {
        return new SurveySettings(
                settings(run),
                run.docs().maxBacklog(),
                run.docs().trim(),
                run.sessionTimeout(),
                run.throttle(),
                run.source().endpoint().isHere(),
                run.target().endpoint().isHere(),
                run.cutover().replaceIndex(),
                run.source().refreshInterval(),
                run.reader().windowsInFlight());
    }

    private static Optional<SwapHook> onSwap(CutoverConfig cutover) {
        Duration limit = cutover.onSwapTimeout();
        if (cutover.onSwap().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                cutover.isOnSwapAddress()
                        ? new UrlHook(cutover.onSwap().getFirst()::reveal, limit)
                        : new CommandHook(
                                () -> cutover.onSwap().stream()
                                        .map(Secret::reveal)
                                        .toList(),
                                limit));
    }

    /// An index that is taken as it is has those that it has, unless the run file says when it gets others.
    private static TargetReplicas replicas(TargetConfig target) {
        TargetReplicas said = target(target).replicas();
        return target.acceptAsItIs() && !said.areBuiltLater() ? TargetReplicas.AS_SOURCE : said;
    }

    private static TargetSettings target(TargetConfig target) {
        return TargetSettings.of(
                        target.index(),
                        target.shards(),
                        target.replicas(),
                        target.settings(),
                        target.mappings().map(mappings -> mappings))
                .acceptingAsItIs(target.acceptAsItIs())
                .withReplicasWhileCopying(target.replicasWhileCopying());
    }
}
