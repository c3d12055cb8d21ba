package io.shardstream.control.state.lanes;

import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.control.state.NotedRejects;
import io.shardstream.control.state.RunState;
import java.util.List;
import java.util.function.ObjIntConsumer;

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
    ///
    /// @return where each of them lies in its lane, in their order
    List<Long> publish(List<DocRecord> records);

    /// Puts records into the rejects topic, in the lanes of their documents; acknowledged as above.
    void note(List<RejectRecord> records);

    /// What the rejects topic says up to what is its end now. Only what has come since this was asked before
    /// is read. Each call may give the same object, which knows more then.
    NotedRejects rejects();

    /// Everything that lies in the rejects topic, with its lane; that of one lane in the order in which it
    /// was written. Reads the topic from its start, with all bodies, which may be gigabytes.
    void forEachReject(ObjIntConsumer<RejectRecord> sink);

    /// Who is at work.
    Workers workers();

    /// How often records of a lane were seen to get an outcome again since the first call, which is 0: a lane
    /// that was rewound, or a writer that took it over. Never falls.
    long replays();
}
