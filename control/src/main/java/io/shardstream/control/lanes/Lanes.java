package io.shardstream.control.lanes;

import io.shardstream.common.record.DocRecord;
import io.shardstream.common.record.Reject;
import io.shardstream.control.state.RunState;
import java.util.Collection;
import java.util.function.Consumer;

/// The topics of a run between its readers and its writers. All calls block.
///
/// Every method throws [org.apache.kafka.common.KafkaException] if Kafka cannot be asked; asking again
/// later may help.
public interface Lanes {
    /// How far the run is: checkpoints by source shard, end and committed offset by lane. The ends are read
    /// after the checkpoints, so everything that the checkpoints cover lies below them; the commits are read
    /// before both.
    RunState state();

    /// Puts records into the lanes that their routing says. When it returns, each of them has been
    /// acknowledged; when it throws, any of them may lie there all the same.
    void publish(Collection<DocRecord> records);

    /// Everything that lies in the rejects topic, in no order.
    void forEachReject(Consumer<Reject> sink);

    /// Who is at work.
    Workers workers();

    /// How often records of a lane were seen to get an outcome again since the first call, which is 0: a lane
    /// that was rewound, or a writer that took it over. Never falls.
    long replays();
}
