package io.shardstream.control.api;

import io.shardstream.common.record.Checkpoint;
import io.shardstream.control.ledger.LaneAccount;
import io.shardstream.control.ledger.LedgerSums;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The ledger as JSON. Counts are of records; `exact` is false where outcomes are missing, and `unaccounted` says of
/// how
/// many records.
final class LedgerJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private LedgerJson() {}

    static byte[] of(String run, LedgerSums sums) {
        ObjectNode object = MAPPER.createObjectNode().put("run", run);
        RunViewJson.tally(object.putObject("total"), sums.total());
        ArrayNode shards = object.putArray("shards");
        sums.shards().forEach((number, checkpoint) -> shard(shards.addObject().put("shard", number), checkpoint));
        ArrayNode lanes = object.putArray("lanes");
        sums.lanes().forEach((number, account) -> lane(lanes.addObject().put("lane", number), account));
        ObjectNode rejects = object.putObject("rejects_by_type");
        Map<String, Long> byType = new TreeMap<>();
        sums.rejects()
                .values()
                .forEach(counts -> counts.byType().forEach((type, count) -> byType.merge(type, count, Long::sum)));
        byType.forEach(rejects::put);
        return MAPPER.writeValueAsBytes(object);
    }

    private static void shard(ObjectNode shard, Checkpoint checkpoint) {
        shard.put("done", checkpoint.done()).put("docs", checkpoint.docs()).put("bytes", checkpoint.bytes());
    }

    private static void lane(ObjectNode lane, LaneAccount account) {
        lane.put("end", account.end()).put("heard", account.heard());
        RunViewJson.tally(lane, account.total());
    }
}
