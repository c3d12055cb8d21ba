package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.run.cutover.Relief;
import io.shardstream.control.run.cutover.RunIndices;
import io.shardstream.control.state.controller.Beside;
import io.shardstream.control.state.controller.ControllerStandby;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;

/// A controller over a run's real servers that only ends a cut-over or a rollback which has writes blocked
/// and whose controller is gone. It takes the run over as every other one does, so that whoever was only
/// frozen is fenced.
public final class ReliefController implements Relief {
    private final SwitchingParts parts;
    private final ControllerStandby service;
    private final AccessRefusals refusals;

    private ReliefController(SwitchingParts parts, ControllerStandby service, AccessRefusals refusals) {
        this.parts = parts;
        this.service = service;
        this.refusals = refusals;
    }

    /// Joins the group of the run's controllers.
    ///
    /// @param run its topics
    /// @param plan of the run
    /// @param source its cluster
    /// @param target its cluster
    /// @param kafka between them
    /// @param byFile what the run file says
    /// @param who takes the run over, as people know it, such as `reader host-1/4711`
    /// @throws RunRefusedException if a cluster of this process may not be the run's
    public static ReliefController start(
            RunTopics run,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            KafkaConnection kafka,
            ControlSettings byFile,
            String who) {
        RunTopics topics = run.inGeneration(plan.generation());
        ControlRecords said = ControlRecords.read(kafka, topics);
        ControlSettings settings = byFile.asNoted(said);
        new RunIndices(plan, said)
                .problem(new IndexCatalog(source)::uuid, new IndexCatalog(target)::uuid)
                .ifPresent(why -> {
                    throw new RunRefusedException(why);
                });
        AccessRefusals refusals = new AccessRefusals(System::nanoTime);
        try (HalfMade made = new HalfMade()) {
            MappingCarrier mapping = MappingCarrier.of(topics.run(), plan, source, target, settings, refusals);
            SwitchingParts parts = made.part(SwitchingParts.of(
                    topics, plan, source, target, kafka, settings, said, mapping, new SteadyClock(), Thread::sleep));
            ControllerStandby service = made.part(ControllerStandby.start(
                    kafka,
                    topics,
                    plan,
                    settings.sessionTimeout(),
                    parts.switching(),
                    parts.switching().rescue(),
                    parts.switching().longestCall(),
                    Beside.NOTHING,
                    new ReliefTenure(who),
                    refusals));
            made.keep();
            return new ReliefController(parts, service, refusals);
        }
    }

    @Override
    public boolean isOver() {
        return service.isOver();
    }

    /// A changed plan is told by the part that works by it.
    @Override
    public Optional<String> trouble() {
        return refusals.lasting().or(() -> {
            boolean isBroken = service.end().isCompletedExceptionally();
            return isBroken ? sentence(service.end().exceptionNow()) : Optional.empty();
        });
    }

    private static Optional<String> sentence(Throwable failure) {
        if (failure instanceof PlanChangedException) {
            return Optional.empty();
        }
        String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return KafkaRefusal.sentence(failure).or(() -> Optional.of(FullStop.of(why)));
    }

    @Override
    public void close() {
        try {
            service.close();
        } finally {
            parts.close();
        }
    }
}
