package io.shardstream.control.ledger;

import io.shardstream.common.record.Checkpoint;
import java.util.Map;

/// What the ledger says of a run at one moment.
///
/// @param lanes by lane; one that nothing was written of is missing
/// @param shards by source shard, its last checkpoint; one that was not begun is missing
/// @param rejects by lane; one without rejects is missing
public record LedgerSums(
        Map<Integer, LaneAccount> lanes, Map<Integer, Checkpoint> shards, Map<Integer, RejectCounts> rejects) {
    /// All lanes together.
    public Tally total() {
        return lanes.values().stream().map(LaneAccount::total).reduce(Tally.NONE, Tally::plus);
    }
}
