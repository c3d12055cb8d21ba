package io.shardstream.control.run.plan;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.control.state.ControlTopicWriter;
import java.util.Optional;

/// What a preparation writes with. All of them are made at the same time, before it looks whether there is a
/// plan: of two processes that prepare the same run, only the one that begins later can write anything.
///
/// @param control writes the plan
/// @param checkpoints writes those of an adopted target; empty where none is adopted
record PlanWriters(ControlTopicWriter control, Optional<FirstCheckpoints> checkpoints) implements AutoCloseable {
    static PlanWriters begin(KafkaConnection kafka, RunTopics topics, boolean isAdopting) {
        try (HalfMade made = new HalfMade()) {
            ControlTopicWriter control = made.part(ControlTopicWriter.begin(kafka, topics));
            Optional<FirstCheckpoints> checkpoints =
                    isAdopting ? Optional.of(made.part(FirstCheckpoints.begin(kafka, topics))) : Optional.empty();
            made.keep();
            return new PlanWriters(control, checkpoints);
        }
    }

    @Override
    public void close() {
        control.close();
        checkpoints.ifPresent(FirstCheckpoints::close);
    }
}
