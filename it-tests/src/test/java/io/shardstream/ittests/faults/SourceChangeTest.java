package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// F-20 to F-22: the source moves, is closed or goes away while it is read.
@Tag("long")
@RealServers
class SourceChangeTest {
    private static final int DOCUMENTS = 900;
    private static final int BLOCKED = 3;

    private final CopyRun run = CopyRun.create()
            .withSource()
            .holding(new Articles(4).stream(DOCUMENTS))
            .planned();
    private final HoldPoint point = Moment.SEARCH_ANSWERED.in(run);
    private final Child reader = run.start("reader");

    @Test
    void movedShardsAreReadOnWhereTheyAreThen() {
        try (run) {
            run.startHere("writer");
            point.awaitReached();
            keepShardsWhereTheyAre();
            for (int shard = 0; shard < 3; shard++) {
                move(shard);
            }
            point.pass();
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void closedSourceIsReadOnWhenItIsOpened() {
        try (run) {
            run.startHere("writer");
            point.awaitReached();
            run.rest().post("/" + run.source() + "/_close", "");
            point.swallow();
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(reader.tail()).contains("is closed"));
            run.rest().post("/" + run.source() + "/_open", "");
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }

    @Test
    void deletedSourceBlocksTheRunAndKeepsTheTarget() {
        try (run) {
            point.awaitReached();
            run.rest().delete("/" + run.source());
            point.swallow();

            assertThat(reader.awaitEnd(TestPatience.LIMIT)).isEqualTo(BLOCKED);
            assertThat(reader.tail()).contains("The source index " + run.source() + " is gone");
            assertThat(run.rest().send("GET", "/" + run.target(), "").isOk()).isTrue();
        }
    }

    @Test
    void sourceMadeAnewUnderTheSameNameBlocksTheRun() {
        try (run) {
            point.awaitReached();
            List<HoldPoint> meanwhile = Servers.cluster().proxies().stream()
                    .map(proxy -> proxy.holdAll(Direction.REQUEST, exchange -> exchange.contains(run.source())))
                    .toList();
            run.rest().delete("/" + run.source());
            run.withSource();
            meanwhile.forEach(HoldPoint::pass);
            point.swallow();

            assertThat(reader.awaitEnd(TestPatience.LIMIT)).isEqualTo(BLOCKED);
            assertThat(reader.tail()).contains("is not the one of the run", "was deleted and made again");
        }
    }

    /// The cluster balances new shards by itself, and must not move one that the test is about to move.
    private void keepShardsWhereTheyAre() {
        run.rest().put("/" + run.source() + "/_settings", "{\"index.routing.rebalance.enable\":\"none\"}");
        run.rest().get("/_cluster/health/" + run.source() + "?wait_for_no_relocating_shards=true&timeout=60s");
    }

    private void move(int shard) {
        String from = nodeOf(shard);
        String to = Servers.cluster().servers().nodes().stream()
                .map(node -> node.name())
                .filter(name -> !name.equals(from))
                .findFirst()
                .orElseThrow();
        run.rest()
                .post(
                        "/_cluster/reroute",
                        "{\"commands\":[{\"move\":{\"index\":\"%s\",\"shard\":%d,\"from_node\":\"%s\",\"to_node\":\"%s\"}}]}"
                                .formatted(run.source(), shard, from, to));
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(() -> assertThat(nodeOf(shard)).isEqualTo(to));
    }

    private String nodeOf(int shard) {
        for (JsonNode copy : run.rest().get("/_cat/shards/" + run.source() + "?format=json")) {
            if (copy.path("shard").asString().equals("" + shard)) {
                return copy.path("node").asString().split(" ", 2)[0];
            }
        }
        throw new IllegalStateException("no shard " + shard);
    }
}
