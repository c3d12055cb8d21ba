package io.shardstream.control.compare.sweep;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What a sweep found.
///
/// @param started when it began
/// @param ended when its last delete was acknowledged by Kafka
/// @param checkpoints by source shard that was looked at, the number up to which absence is a fact
/// @param skipped source shards in which nothing was deleted since the last sweep
/// @param counted source shards whose documents were counted by the servers; those of the others were read
/// @param compared version words of the target that were held against the source's
/// @param candidates documents of the target that were looked for in the source by id
/// @param deleted deletes that were published, or would be
/// @param foreign documents of the target with a version that the run did not write; they are left alone
public record SweepReport(
        Instant started,
        Instant ended,
        Map<Integer, Long> checkpoints,
        List<Integer> skipped,
        List<Integer> counted,
        long compared,
        long candidates,
        long deleted,
        long foreign) {
    public SweepReport {
        checkpoints = Map.copyOf(checkpoints);
        skipped = List.copyOf(skipped);
        counted = List.copyOf(counted);
    }
}
