package io.shardstream.control.state.controller;

import io.shardstream.common.kafka.ControlRecords;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The control topic as a controller uses it. All calls block, but [#latest()]. Used by one thread.
///
/// Every method throws [org.apache.kafka.common.KafkaException] if Kafka cannot be asked: what was being
/// written may have been written or not, and only a new take-over tells.
public interface Journal extends AutoCloseable {
    /// Fences every earlier controller: what it writes from now on is refused.
    ///
    /// @return what the topic says after that
    /// @throws io.shardstream.common.loop.PlanChangedException if the run has topics of a later generation
    ///     than the controller works with, or is another one of the same name
    ControlRecords takeOver();

    /// Writes all of these or none; null removes a key.
    ///
    /// @return the offset of the last of them
    /// @throws DeposedException if another controller has taken over
    long write(Map<String, byte @Nullable []> records);

    /// What the topic said lately, without waiting: what others have written, and with a delay what was
    /// written here.
    ///
    /// @throws io.shardstream.common.loop.PlanChangedException if the run has topics of a later generation
    ///     than the controller works with, or is another one of the same name
    ControlRecords latest();

    /// The offset at which [#latest()] was taken: what was written below is in it, or something newer in its
    /// place.
    long end();

    /// What anybody has written under a key from one offset on and below another, oldest first, null for
    /// none; also what does not count yet.
    List<byte @Nullable []> values(String key, long from, long before);

    @Override
    void close();
}
