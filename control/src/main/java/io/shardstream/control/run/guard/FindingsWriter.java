package io.shardstream.control.run.guard;

import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.ControlTopicWriter;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Writes findings to the control topic, every few seconds, with one client as long as that works.
final class FindingsWriter implements AutoCloseable {
    private final KafkaConnection kafka;
    private final RunTopics topics;
    private @Nullable ControlTopicWriter writer;

    FindingsWriter(KafkaConnection kafka, RunTopics topics) {
        this.kafka = kafka;
        this.topics = topics;
    }

    /// @throws KafkaException if it may not have been written, another controller's writer having begun for
    ///     instance
    void write(GuardFindings findings) {
        ControlTopicWriter open = writer;
        if (open == null) {
            open = ControlTopicWriter.ofGuard(kafka, topics);
            writer = open;
        }
        try {
            open.guard(findings);
        } catch (KafkaException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        ControlTopicWriter open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }
}
