package io.shardstream.control.guard;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.record.GuardFindings;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.state.ControlWriter;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// Writes findings to the control topic, every few seconds, with one client as long as that works.
final class FindingsWriter implements AutoCloseable {
    private final KafkaConnection kafka;
    private final RunTopics topics;
    private @Nullable ControlWriter writer;

    FindingsWriter(KafkaConnection kafka, RunTopics topics) {
        this.kafka = kafka;
        this.topics = topics;
    }

    /// @throws KafkaException if it may not have been written, another controller's writer having begun for instance
    void write(GuardFindings findings) {
        ControlWriter open = writer;
        if (open == null) {
            open = ControlWriter.ofGuard(kafka, topics);
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
        ControlWriter open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }
}
