package io.shardstream.control.console.api;

import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.control.console.ledger.Accounted;
import io.shardstream.control.console.ledger.LaneAccount;
import io.shardstream.control.console.ledger.LedgerSums;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The ledger as JSON. Counts are of records; `complete` is false while outcomes are missing that should have
/// come, and `exact` also where some are given up, of as many records as `unaccounted` says.
final class LedgerJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private LedgerJson() {}

    static byte[] of(String run, LedgerSums sums) {
        ObjectNode object = MAPPER.createObjectNode().put("run", run);
        RunViewJson.accounted(object.putObject("total"), sums.total());
        ArrayNode shards = object.putArray("shards");
        sums.shards().forEach((number, checkpoint) -> shard(shards.addObject().put("shard", number), checkpoint));
        ArrayNode lanes = object.putArray("lanes");
        for (int lane = 0; lane < sums.due().size(); lane++) {
            lane(lanes.addObject().put("lane", lane), sums.account(lane), sums.lane(lane));
        }
        ObjectNode rejects = object.putObject("rejects_by_type");
        sums.rejectsByType().forEach(rejects::put);
        return MAPPER.writeValueAsBytes(object);
    }

    private static void shard(ObjectNode shard, Checkpoint checkpoint) {
        shard.put("done", checkpoint.done()).put("docs", checkpoint.docs()).put("bytes", checkpoint.bytes());
    }

    private static void lane(ObjectNode lane, LaneAccount account, Accounted accounted) {
        lane.put("end", account.end()).put("heard", account.heard());
        RunViewJson.accounted(lane, accounted);
    }
}
