package io.shardstream.control.state.controller;

import java.util.Map;

/// Which formats of records the members of a run understand.
@FunctionalInterface
public interface MemberFormats {
    /// Looks, and does not wait for anybody's announcement. Who announces nothing understands
    /// [io.shardstream.common.contract.record.RunFormat#FIRST].
    ///
    /// @return by member, as people know it, the newest format that it understands
    /// @throws org.apache.kafka.common.KafkaException if Kafka does not say who is there, or what they announce
    Map<String, Integer> look();
}
