package io.shardstream.cli.run;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.PlanChangedException;
import io.shardstream.common.record.RunPlan;
import io.shardstream.common.topic.RunTopics;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A run's plan changes when everything is to be read again; a process that works by the one before begins anew.
final class PlanWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PlanWatch.class);

    private PlanWatch() {}

    /// What a process does by the plan that it finds when it begins.
    @FunctionalInterface
    interface Work {
        /// @return the exit code
        int byPlan() throws ElasticException;
    }

    /// Begins the work anew each time that the plan changes.
    ///
    /// @param who for the log, such as `this process`
    /// @return the exit code
    static int follow(String who, Work work) throws ElasticException {
        while (true) {
            try {
                return work.byPlan();
            } catch (PlanChangedException e) {
                LOG.info("{}: {} begins anew", e.getMessage(), who);
            }
        }
    }

    /// Tells whether what stopped a part is still of any matter: by an old plan it may find its topics gone before it
    /// hears why.
    ///
    /// @throws PlanChangedException if everything is read again by another plan
    static void requireSame(KafkaConnection kafka, RunTopics run, RunPlan plan) {
        try {
            ControlRecords.read(kafka, run).requireGeneration(run.inGeneration(plan.generation()));
        } catch (KafkaException e) {
            LOG.debug("Kafka does not tell the plan", e);
        }
    }
}
