package io.shardstream.bench.worker;

import io.shardstream.cli.connect.Connections;
import io.shardstream.common.contract.record.PrimaryNodes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.ControlTopicWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Says in a run where the target's primaries are: once, where a controller keeps it fresh.
final class Primaries {
    private Primaries() {}

    /// @throws ElasticException if the target does not tell
    static void publish(RunPlan plan, RunTopics topics, Connections to) throws ElasticException {
        JsonNode copies = to.target()
                .send(Call.get("/_cat/shards/" + Call.encoded(plan.targetIndex()))
                        .with("format", "json")
                        .with("h", "shard,prirep,node"))
                .orThrow()
                .json();
        List<String> names =
                new ArrayList<>(Collections.nCopies(plan.targetRouting().shards(), ""));
        for (JsonNode copy : copies) {
            if (copy.path("prirep").asString("").equals("p")) {
                names.set(
                        Integer.parseInt(copy.path("shard").asString("")),
                        copy.path("node").asString(""));
            }
        }
        ControlTopicWriter.primaries(to.kafka(), topics, Side.TARGET, new PrimaryNodes(names));
    }
}
