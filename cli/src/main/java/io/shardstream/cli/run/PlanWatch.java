package io.shardstream.cli.run;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.finding.RunRefusedException;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A run's plan changes when everything is to be read again; a process that works by the one before begins anew
/// ([RestartLoop]).
final class PlanWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PlanWatch.class);

    private PlanWatch() {}

    /// Tells whether what stopped a part is still of any matter: by an old plan it may find its topics gone before it
    /// hears why.
    ///
    /// @throws PlanChangedException if everything is read again by another plan
    static void requireSame(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        try {
            ControlTopic.find(kafka, run)
                    .ifPresent(now -> now.requireRun(run.inGeneration(plan.generation()), plan.id()));
        } catch (RunRefusedException | KafkaException e) {
            LOG.debug("Kafka does not tell the plan", e);
        }
    }
}
