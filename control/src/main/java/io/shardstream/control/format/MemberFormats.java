package io.shardstream.control.format;

import java.util.Map;
import java.util.Optional;

/// Which formats of records the members of a run understand.
@FunctionalInterface
public interface MemberFormats {
    /// Looks, and does not wait for anybody's announcement. Who announces nothing understands
    /// [io.shardstream.common.record.RunFormat#FIRST].
    ///
    /// @return by member, as people know it, the newest format that it understands; empty if Kafka does not say who
    ///     is there
    Optional<Map<String, Integer>> look();
}
