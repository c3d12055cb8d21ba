package io.shardstream.control.state;

import io.shardstream.common.kafka.WatchedTopic;
import java.io.Serial;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/// That a run's rejects topic is gone: somebody has deleted it. The message says what that means and what to do, as
/// sentences.
public final class RejectsGoneException extends UnknownTopicOrPartitionException {
    @Serial
    private static final long serialVersionUID = 1L;

    /// @param topic its name
    /// @param hasEnded whether the run has
    public RejectsGoneException(String topic, boolean hasEnded) {
        super("Topic " + topic
                + " is gone: somebody has deleted it, and which documents the target rejected, and why, is"
                + " not known any more. "
                + (hasEnded ? LostRejects.AFTER_THE_END : WatchedTopic.READ_AGAIN));
    }
}
