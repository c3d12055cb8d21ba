package io.shardstream.control.run;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.IndexWatch;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.TopicsWatch;
import io.shardstream.common.kafka.WatchedTopic;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.Idle;
import io.shardstream.common.loop.Loop;
import io.shardstream.common.loop.LoopRunner;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.control.index.target.TombstoneWatch;
import io.shardstream.control.run.cutover.Switching;
import io.shardstream.control.run.guard.GuardWatch;
import io.shardstream.control.state.controller.Beside;
import io.shardstream.control.state.controller.ControllerStandby;
import io.shardstream.control.state.controller.ControllerWork;
import io.shardstream.control.state.controller.Tenure;
import io.shardstream.control.state.topics.TopicSettingsWatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// A controller of a run over its real servers, which stands by until the group chooses it.
public final class RunController implements AutoCloseable {
    private static final Duration WATCH_PAUSE = Duration.ofMillis(200);
    private static final Duration SETTINGS_PAUSE = Duration.ofSeconds(1);

    private final SwitchingParts parts;
    private final Optional<DailyWork> daily;
    private final ControllerStandby service;
    private final List<LoopRunner> watches;
    private final LoopRunner guard;
    private final AccessRefusals refusals;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private RunController(
            SwitchingParts parts,
            Optional<DailyWork> daily,
            ControllerStandby service,
            List<LoopRunner> watches,
            LoopRunner guard,
            AccessRefusals refusals) {
        this.parts = parts;
        this.daily = daily;
        this.service = service;
        this.watches = watches;
        this.guard = guard;
        this.refusals = refusals;
        var _ = service.end().whenComplete((_, failure) -> tell(failure));
        // Without them a guarded run would stand still, and nobody would know why.
        for (LoopRunner watch : watches) {
            var _ = watch.end().whenComplete((_, failure) -> tellFailure(failure));
        }
        var _ = guard.end().whenComplete((_, failure) -> tellFailure(failure));
    }

    /// That of a command, which may have a run file that is not the run's, and does no more than what was asked
    /// for.
    ///
    /// @param run its topics
    /// @param plan of the run
    /// @param source its cluster
    /// @param target its cluster
    /// @param kafka between them
    /// @param byFile what the run file says
    public static RunController ofCommand(
            RunTopics run,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            ControlSettings byFile) {
        return start(run, plan, source, target, kafka, byFile, Beside.NOTHING, Optional.empty());
    }

    /// @param beside kept by whichever process controls the run
    /// @param ofService told how each sweep has gone; empty of a command
    public static RunController start(
            RunTopics run,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            ControlSettings byFile,
            Beside beside,
            Optional<SweepFailures> ofService) {
        RunTopics topics = run.inGeneration(plan.generation());
        AccessRefusals refusals = new AccessRefusals(System::nanoTime);
        InstantSource clock = new SteadyClock();
        Sleeper sleeper = Thread::sleep;
        ControlRecords said = ControlRecords.read(kafka, topics);
        ControlSettings settings = ofService.isPresent() ? byFile : byFile.asNoted(said);
        try (HalfMade made = new HalfMade()) {
            MappingCarrier mapping = MappingCarrier.of(topics.run(), plan, source, target, settings, refusals);
            SwitchingParts parts = made.part(
                    SwitchingParts.of(topics, plan, source, target, kafka, settings, said, mapping, clock, sleeper));
            Switching switching = parts.switching();
            Optional<DailyWork> daily = ofService.map(sweepFailures -> made.part(DailyWork.of(
                    topics,
                    plan,
                    source,
                    target,
                    kafka,
                    settings,
                    said,
                    mapping,
                    parts,
                    sweepFailures,
                    clock,
                    sleeper)));
            ControllerWork does = workOf(settings, daily, mapping::begin, switching);
            RunController controller = new RunController(
                    parts,
                    daily,
                    made.part(ControllerStandby.start(
                            kafka,
                            topics,
                            plan,
                            settings.sessionTimeout(),
                            does,
                            switching.rescue(),
                            switching.longestCall(),
                            beside,
                            Tenure.FOR_GOOD,
                            refusals)),
                    List.of(
                            made.part(PrimaryWatch.start(
                                    kafka, topics, plan, Side.SOURCE, source, ControllerStandby.thisProcess())),
                            made.part(PrimaryWatch.start(
                                    kafka, topics, plan, Side.TARGET, target, ControllerStandby.thisProcess())),
                            made.part(LoopRunner.start(
                                    watchOver(kafka, List.of(WatchedTopic.control(topics))), WATCH_PAUSE)),
                            made.part(LoopRunner.start(TopicSettingsWatch.of(kafka, topics, plan), SETTINGS_PAUSE)),
                            made.part(LoopRunner.start(
                                    TombstoneWatch.of(kafka, topics, plan, target, ControllerStandby.thisProcess()),
                                    SETTINGS_PAUSE)),
                            made.part(LoopRunner.start(
                                    ofCopy(topics, plan, source, target, kafka, refusals), WATCH_PAUSE))),
                    made.part(GuardWatch.start(
                            kafka,
                            topics,
                            plan,
                            settings.throttle(),
                            source,
                            target,
                            settings.canary(),
                            ControllerStandby.thisProcess())),
                    refusals);
            made.keep();
            return controller;
        }
    }

    /// @param daily what the run needs day by day, and what is asked for; empty if only that is done
    /// @param begin what is forgotten at a take-over for what is asked for
    /// @param switching what is asked for
    static ControllerWork workOf(
            ControlSettings settings,
            Optional<? extends ControllerWork> daily,
            Runnable begin,
            ControllerWork switching) {
        return daily.isPresent()
                ? new NotedKeys(new NotedThrottle(daily.get(), settings.throttle()), settings.keys())
                : new AskedWork(begin, switching);
    }

    private static Loop watchOver(KafkaConnection kafka, List<WatchedTopic> topics) {
        return TopicsWatch.of(new Idle("shardstream-topics"), kafka, topics);
    }

    private static Loop ofCopy(
            RunTopics topics,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            AccessRefusals refusals) {
        try (HalfMade made = new HalfMade()) {
            ControlTopicTail control = made.part(ControlTopicTail.of(kafka, topics));
            Loop watches = new CopyWatch(
                    List.of(
                            watchOver(
                                    kafka,
                                    List.of(
                                            WatchedTopic.docs(topics, plan),
                                            WatchedTopic.slices(topics, plan),
                                            WatchedTopic.outcomes(topics, plan),
                                            WatchedTopic.rejects(topics, plan))),
                            accessTo(source, plan.sourceIndex(), refusals),
                            accessTo(target, plan.targetIndex(), refusals)),
                    control);
            made.keep();
            return watches;
        }
    }

    /// A sweep would delete what it cannot see in the source, and a verification miss what it cannot see at
    /// all.
    private static Loop accessTo(ElasticCluster cluster, String index, AccessRefusals refusals) {
        return IndexWatch.ofReading(new Idle("access to the " + cluster.name()), cluster, index, refusals);
    }

    /// Where a cluster does not let this process in.
    public AccessRefusals refusals() {
        return refusals;
    }

    /// Completes when it has been closed; exceptionally with a
    /// [io.shardstream.common.loop.BlockedException] if a person must look, or with whatever broke.
    public CompletableFuture<Void> end() {
        return end;
    }

    /// Whether Kafka has let this process join those that may control the run.
    public boolean hasJoined() {
        return service.hasJoined();
    }

    /// Whether it still stands by or controls the run, although what it keeps beside that may have ended.
    public boolean stays() {
        return !service.end().isDone();
    }

    private void tell(@Nullable Throwable failure) {
        if (failure == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(failure);
        }
    }

    private void tellFailure(@Nullable Throwable failure) {
        if (failure != null) {
            end.completeExceptionally(failure);
        }
    }

    /// See [io.shardstream.control.console.ControlProcess#leavesFor].
    public void leavesFor(String why) {
        service.leavesFor(why);
    }

    /// Begins to let the run go, and does not wait for that.
    public void stop() {
        service.stop();
        watches.forEach(LoopRunner::stop);
        guard.stop();
    }

    /// Lets the run go, so that another process may control it at once. Control comes first: it may have to
    /// give production back, and what only watches may wait for a server that does not answer.
    @Override
    public void close() {
        stop();
        service.close();
        watches.forEach(LoopRunner::close);
        guard.close();
        daily.ifPresent(DailyWork::close);
        parts.close();
    }
}
