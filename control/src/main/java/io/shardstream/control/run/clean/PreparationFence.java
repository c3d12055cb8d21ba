package io.shardstream.control.run.clean;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// Keeps those away who prepare a run without a plan, while what they have made is taken away. Nobody who began
/// before it can write a plan any more, and whether one was written the control topic says only after that: a
/// topic is deleted by its id, which stays the same when a plan comes into it.
public final class PreparationFence {
    private PreparationFence() {}

    /// How far a run is prepared.
    ///
    /// @param lastWritten when the last record of its control topic was written; empty if there is none
    record Preparation(boolean isPlanned, Optional<Instant> lastWritten) {}

    /// To be done right before anything is taken away: whoever begins to prepare the run later is not kept
    /// away.
    ///
    /// @throws RunRefusedException if the run has a plan by now, or somebody seems to prepare it
    /// @throws org.apache.kafka.common.KafkaException if Kafka breaks off, the user may not write the run's
    ///     plan, or somebody else's transaction in the control topic is open for longer than a minute
    public static void raise(KafkaConnection kafka, RunTopics topics) {
        raise(
                topics.run(),
                () -> ControlTopicWriter.begin(kafka, topics).close(),
                () -> ControlTopic.findSettled(kafka, topics)
                        .map(said -> new Preparation(said.plan().isPresent(), said.lastWritten()))
                        .orElse(new Preparation(false, Optional.empty())),
                Instant.now());
    }

    /// @param fence keeps all earlier ones from writing
    /// @param control what the control topic says of it, read after that
    static void raise(String run, Runnable fence, Supplier<Preparation> control, Instant now) {
        fence.run();
        Preparation said = control.get();
        if (said.isPlanned()) {
            throw new RunRefusedException("Run " + run + " was prepared since 'clean' looked, so nothing more of it is"
                    + " deleted. If it is to go, stop its processes, give 'abort --run' and then 'clean' again.");
        }
        UnplannedRun.beingPrepared(run, said.lastWritten(), now).ifPresent(why -> {
            throw new RunRefusedException(why);
        });
    }
}
