package io.shardstream.simulation.world;

import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/// A lane loses records that Kafka had acknowledged: its tail, since a broker that was behind has become the leader,
/// or its beginning, since somebody has shortened it.
final class LostRecords {
    private static final Duration EARLIEST = Duration.ofMillis(500);
    private static final Duration LATEST = Duration.ofSeconds(11);
    private static final int MOST = 6;

    private final Kernel kernel;
    private final Scale scale;
    private final KafkaModel kafka;
    private final List<ConsumerRecord<byte[], byte[]>> lost = new ArrayList<>();
    private boolean isBelowCommitted;
    private boolean hasHappened;

    LostRecords(Kernel kernel, Scale scale, KafkaModel kafka) {
        this.kernel = kernel;
        this.scale = scale;
        this.kafka = kafka;
    }

    void begin() {
        kernel.after(
                kernel.random().nextLong(EARLIEST.toNanos(), LATEST.toNanos()),
                kernel.chance(0.7) ? this::loseTail : this::loseBeginning);
    }

    private TopicPartition lane() {
        return new TopicPartition(
                scale.topics().docs(), kernel.random().nextInt(scale.target().shards()));
    }

    private void loseTail() {
        hasHappened = true;
        TopicPartition lane = lane();
        long end = Math.max(0, kafka.end(lane) - 1 - kernel.random().nextInt(MOST));
        lost.addAll(kafka.records(lane, end));
        isBelowCommitted |= kafka.committed(scale.writersGroup(), lane) > end;
        kafka.truncate(lane, end);
    }

    private void loseBeginning() {
        hasHappened = true;
        TopicPartition lane = lane();
        long wanted = Math.max(0, kafka.committed(scale.writersGroup(), lane))
                - 2
                + kernel.random().nextInt(MOST);
        long beginning = Math.clamp(wanted, 0, kafka.end(lane));
        kafka.records(lane).stream().filter(one -> one.offset() < beginning).forEach(lost::add);
        kafka.deleteBefore(lane, beginning);
    }

    /// What is gone, whoever has taken it away.
    List<ConsumerRecord<byte[], byte[]>> lost() {
        return lost;
    }

    /// The group has lost its offsets too: nobody remembers how long a log was.
    void forget() {
        isBelowCommitted = false;
    }

    /// Whether the lanes of now may lack something.
    boolean hasHappened() {
        return hasHappened;
    }

    /// Everything is read again, into other lanes.
    void areLeft() {
        hasHappened = false;
        isBelowCommitted = false;
    }

    /// Whether a lane was cut below what its writer had committed, which it has to notice.
    boolean mustBeNoticed() {
        return isBelowCommitted;
    }
}
