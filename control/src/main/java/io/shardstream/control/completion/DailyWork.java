package io.shardstream.control.completion;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.ThisProcess;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.primary.TargetOwner;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.record.TargetOriginals;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.common.topic.Trim;
import io.shardstream.control.controller.Term;
import io.shardstream.control.controller.Work;
import io.shardstream.control.cutover.HttpClusterSwitch;
import io.shardstream.control.cutover.SourceAliasWatch;
import io.shardstream.control.format.FormatRaise;
import io.shardstream.control.format.MembersOfGroups;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.PlannedIndex;
import io.shardstream.control.lanes.KafkaLaneStarts;
import io.shardstream.control.lanes.Trimming;
import io.shardstream.control.lanes.UnsaidTrim;
import io.shardstream.control.plan.Prepared;
import io.shardstream.control.scan.ScanPaces;
import io.shardstream.control.source.PrimaryTerms;
import io.shardstream.control.sweep.Sweep;
import io.shardstream.control.target.TargetState;
import io.shardstream.control.words.ComparedRun;
import io.shardstream.control.words.Rounds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;

/// What a run needs day by day, over its real servers, and what is asked for: a process of the run does it,
/// and a command does not.
///
/// @param work does it
/// @param starts and members have clients of Kafka, which are closed with it
record DailyWork(Work work, KafkaLaneStarts starts, MembersOfGroups members) implements Work, AutoCloseable {
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
                            waits -> new Sweep(compared, clock, waits, Rounds.MOST_BYTES),
                            sleeper,
                            settings.sweepEvery(),
                            () -> paces.mayBegin(HELD_BACK),
                            sweepFailures,
                            clock),
                    new Trimming(trim(settings, target, plan, clock), starts, clock),
                    parts.switching());
            MembersOfGroups members = made.part(new MembersOfGroups(kafka, topics, plan, clock));
            Work raising = new FormatRaise(work, members, kafka.understands(), ThisProcess.version());
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
    public void goOn(Term term) throws Exception {
        work.goOn(term);
    }

    @Override
    public void carryOut(Request request, Term term) throws Exception {
        work.carryOut(request, term);
    }

    @Override
    public void close() {
        members.close();
        starts.close();
    }
}
