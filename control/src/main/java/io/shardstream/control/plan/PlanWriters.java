package io.shardstream.control.plan;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.loop.HalfMade;
import io.shardstream.common.topic.RunTopics;
import io.shardstream.control.adopt.FirstCheckpoints;
import io.shardstream.control.state.ControlWriter;
import java.util.Optional;

/// What a preparation writes with. All of them are made at the same time, before it looks whether there is a plan: of
/// two processes that prepare the same run, only the one that begins later can write anything.
///
/// @param control writes the plan
/// @param checkpoints writes those of an adopted target; empty where none is adopted
record PlanWriters(ControlWriter control, Optional<FirstCheckpoints> checkpoints) implements AutoCloseable {
    static PlanWriters begin(KafkaConnection kafka, RunTopics topics, boolean isAdopting) {
        try (HalfMade made = new HalfMade()) {
            ControlWriter control = made.part(ControlWriter.begin(kafka, topics));
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
