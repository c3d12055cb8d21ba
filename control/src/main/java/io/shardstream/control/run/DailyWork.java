package io.shardstream.control.run;

import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.compare.scan.ScanPaces;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.ComparisonRounds;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.SourceAliasWatch;
import io.shardstream.control.index.source.PrimaryTerms;
import io.shardstream.control.index.target.TargetState;
import io.shardstream.control.run.plan.Prepared;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.FormatRaise;
import io.shardstream.control.state.controller.MembersOfGroups;
import io.shardstream.control.state.lanes.KafkaLaneStarts;
import io.shardstream.control.state.lanes.Trimming;
import io.shardstream.control.state.lanes.UnsaidTrim;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// What a run needs day by day, over its real servers, and what is asked for: a process of the run does it,
/// and a command does not.
///
/// @param work does it
/// @param starts and members have clients of Kafka, which are closed with it
record DailyWork(ControllerWork work, KafkaLaneStarts starts, MembersOfGroups members)
        implements ControllerWork, AutoCloseable {
    /// For how long a sweep is held back by limits in all: whoever controls the run has other things to look
    /// after.
    private static final Duration HELD_BACK = Duration.ofMinutes(1);

    /// @param topics in the generation of the plan
    /// @param said what the control topic says
    /// @param mapping follows the source's while the run lasts
    /// @param parts carry out what is asked for; the caller closes them
    /// @param sweepFailures told how each sweep has gone
    static DailyWork of(
            RunTopics topics,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            ControlSettings settings,
            ControlRecords said,
            MappingCarrier mapping,
            SwitchingParts parts,
            SweepFailures sweepFailures,
            InstantSource clock,
            Sleeper sleeper) {
        ScanPaces paces = parts.paces();
        ComparedRun compared = parts.compared();
        try (HalfMade made = new HalfMade()) {
            KafkaLaneStarts starts = made.part(new KafkaLaneStarts(kafka, topics, plan));
            ReplicasAtEnd replicas = ReplicasAtEnd.of(plan, settings.cutover().replicas(), source, target, clock);
            RunEnding ending = new RunEnding(
                    topics.run(),
                    new Prepared(plan, said.originals().orElse(new TargetOriginals(null)), false),
                    source,
                    target,
                    replicas,
                    clock);
            RunWork work = new RunWork(
                    settings.follow(),
                    parts.lanes()::state,
                    ending,
                    new RejectLimit(topics.run(), settings.maxRejects(), plan.goalDocs()),
                    mapping,
                    new TargetWatch(
                            topics.run(),
                            () -> TargetState.findWithHistories(
                                    target, PlannedIndex.target(plan), TargetOwner.planned(plan)),
                            new ElectedCopies(compared.target(), sleeper),
                            settings.onMappingChange(),
                            mapping::tellsOwnFromOthers),
                    new SourceAliasWatch(new HttpClusterSwitch(source))::lookIfDue,
                    new AdoptedTarget(
                            () -> parts.verifications().now(sleeper),
                            () -> PrimaryTerms.read(source, plan.sourceIndex(), plan.sourceShards()),
                            () -> paces.mayBegin(HELD_BACK),
                            clock),
                    replicas,
                    new Sweeping(
                            waits -> new Sweep(compared, clock, waits, ComparisonRounds.MOST_BYTES),
                            sleeper,
                            settings.sweepEvery(),
                            () -> paces.mayBegin(HELD_BACK),
                            sweepFailures,
                            clock),
                    new Trimming(trim(settings, target, plan, clock), starts, clock),
                    parts.switching());
            MembersOfGroups members = made.part(new MembersOfGroups(kafka, topics, plan, clock));
            ControllerWork raising = new FormatRaise(work, members, kafka.understands(), ThisProcess.version());
            made.keep();
            return new DailyWork(raising, starts, members);
        }
    }

    /// Whoever controls the run believes its checkpoints, and what the control topic says.
    private static Supplier<Trim> trim(
            ControlSettings settings, ElasticCluster target, RunPlan plan, InstantSource clock) {
        UnsaidTrim unsaid = new UnsaidTrim(() -> new IndexCatalog(target).effectiveSettings(plan.targetIndex()), clock);
        return () -> settings.trim().orElseGet(unsaid);
    }

    @Override
    public void begin() {
        work.begin();
    }

    @Override
    public void goOn(ControllerEpoch term) throws Exception {
        work.goOn(term);
    }

    @Override
    public void carryOut(Request request, ControllerEpoch term) throws Exception {
        work.carryOut(request, term);
    }

    @Override
    public void close() {
        members.close();
        starts.close();
    }
}
