package io.shardstream.cli.run;

import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells whether what stopped a part is still of any matter: one that works by a plan that is not the run's any more
/// may find its topics gone before it hears why.
final class PlanWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PlanWatch.class);

    private PlanWatch() {}

    /// @throws PlanChangedException if everything is read again by another plan
    static void requireSame(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        try {
            ControlRecords.read(kafka, run).requireGeneration(run.inGeneration(plan.generation()));
        } catch (KafkaException e) {
            LOG.debug("Kafka does not tell the plan", e);
        }
    }
}
