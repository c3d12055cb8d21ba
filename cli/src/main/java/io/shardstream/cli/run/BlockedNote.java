package io.shardstream.cli.run;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.kafka.KafkaRefusal;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.ControlTopicWriter;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Leaves a note in the control topic that a part waits for a person, so that `status` can show it from
/// anywhere, and takes it away when that part starts again.
final class BlockedNote {
    private static final Logger LOG = LoggerFactory.getLogger(BlockedNote.class);

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final String part;

    /// @param part the command that leaves the note: `run`, `control`, `reader` or `writer`
    BlockedNote(KafkaConnection kafka, RunTopics topics, String part) {
        this.kafka = kafka;
        this.topics = topics;
        this.part = part;
    }

    void leave(BlockedException why) {
        leave(String.valueOf(why.getMessage()));
    }

    /// Kafka may refuse something else than the control topic, and the note be left.
    ///
    /// @param failure nothing is left of others than refusals
    void leaveRefusal(RuntimeException failure) {
        KafkaRefusal.sentence(failure).ifPresent(this::leave);
    }

    void leave(String why) {
        try {
            if (ControlTopic.isThere(kafka, topics)) {
                ControlTopicWriter.blocked(kafka, topics, new Blocked(part, why, Instant.now()));
            }
        } catch (RunRefusedException | KafkaException e) {
            LOG.warn("status cannot show that this process is blocked: Kafka: {}", e.getMessage());
        }
    }

    /// Takes those away that are there.
    static void takeAway(List<BlockedNote> notes) {
        try {
            ControlRecords records = ControlRecords.read(notes.getFirst().kafka, notes.getFirst().topics);
            notes.forEach(note -> note.takeAway(records));
        } catch (KafkaException e) {
            LOG.warn("status may go on showing that this process is blocked: Kafka: {}", e.getMessage());
        }
    }

    /// Of several processes that start at once, one takes it away and fences the others, which is no
    /// reason for them to end.
    void takeAway(ControlRecords records) {
        if (isIn(records)) {
            takeAway();
        }
    }

    boolean isIn(ControlRecords records) {
        return records.blocked().stream().anyMatch(blocked -> blocked.part().equals(part));
    }

    void takeAway() {
        try {
            ControlTopicWriter.unblocked(kafka, topics, part);
        } catch (KafkaException e) {
            LOG.warn("status may go on showing that this process is blocked: Kafka: {}", e.getMessage());
        }
    }
}
