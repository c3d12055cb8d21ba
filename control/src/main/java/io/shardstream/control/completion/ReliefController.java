package io.shardstream.control.completion;

import io.shardstream.common.access.Refusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.line.FullStop;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.loop.SteadyClock;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.controller.Beside;
import io.shardstream.control.controller.ControllerService;
import io.shardstream.control.cutover.RunIndices;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.left.Relief;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.Optional;

/// A controller over a run's real servers that only ends a cut-over or a rollback which has writes blocked and whose
/// controller is gone. It takes the run over as every other one does, so that whoever was only frozen is fenced.
public final class ReliefController implements Relief {
    private final SwitchingParts parts;
    private final ControllerService service;
    private final Refusals refusals;

    private ReliefController(SwitchingParts parts, ControllerService service, Refusals refusals) {
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
        Refusals refusals = new Refusals(System::nanoTime);
        try (HalfMade made = new HalfMade()) {
            MappingCarrier mapping = MappingCarrier.of(topics.run(), plan, source, target, settings, refusals);
            SwitchingParts parts = made.part(SwitchingParts.of(
                    topics, plan, source, target, kafka, settings, said, mapping, new SteadyClock(), Thread::sleep));
            ControllerService service = made.part(ControllerService.start(
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
