package io.shardstream.cli.status;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.run.Completion;
import io.shardstream.control.state.RunStateReader;
import org.jspecify.annotations.Nullable;

/// Looks again and again whether the target holds all that a run has to copy before it only follows its source.
final class WholeCopy implements AutoCloseable {
    private final KafkaConnection kafka;
    private final RunTopics topics;
    private @Nullable Looking looking;

    /// By one plan: another docs topic has other offsets.
    private record Looking(RunPlan plan, RunStateReader reader, Completion completion) {}

    WholeCopy(KafkaConnection kafka, RunTopics topics) {
        this.kafka = kafka;
        this.topics = topics;
    }

    /// @param plan of the run now
    /// @throws org.apache.kafka.common.KafkaException if Kafka cannot be asked; asking again later may help
    boolean isReached(RunPlan plan) {
        Looking now = looking;
        if (now == null || !now.plan.equals(plan)) {
            close();
            now = new Looking(plan, RunStateReader.glance(kafka, topics, plan), new Completion());
            looking = now;
        }
        return now.completion.reachedBy(now.reader.read());
    }

    @Override
    public void close() {
        if (looking != null) {
            looking.reader.close();
        }
    }
}
