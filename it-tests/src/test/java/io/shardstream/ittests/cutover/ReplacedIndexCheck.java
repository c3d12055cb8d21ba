package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// Copies an index, deletes it and makes its name an alias in one call, on any server.
public final class ReplacedIndexCheck {
    private static final String TOKEN = "Shardstream-x-Swap-1-1";
    private static final String BLOCK = "Shardstream-x-Block-1-1";
    private static final String OF_COPY = "Shardstream-x-Block-1-2";
    private static final String TAKES_WRITES = "{\"is_write_index\":true}";

    private ReplacedIndexCheck() {}

    /// A copy has the numbers, the blocks and no alias of its index; a swap whose token is gone deletes nothing.
    public static void replacesAnIndexByAnAlias(URI server) throws Exception {
        String index = Servers.name("replaced");
        String target = index + "-target";
        String copy = index + "-before-1";
        Rest rest = new Rest(server);
        rest.put(
                "/" + index,
                "{\"settings\":{\"number_of_shards\":2,\"number_of_replicas\":0},\"aliases\":{\"%s\":{},\"%s\":{}}}"
                        .formatted(index + "-alias", BLOCK));
        rest.put(
                "/" + target,
                "{\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0},\"aliases\":{\"%s\":{}}}"
                        .formatted(TOKEN));
        for (int document = 0; document < 12; document++) {
            rest.put("/" + index + "/_doc/" + document, "{\"a\":1}");
        }
        rest.delete("/" + index + "/_doc/3");
        rest.put("/" + index + "/_doc/4", "{\"a\":2}");
        rest.delete("/" + index + "/_doc/5");
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"))) {
            HttpClusterSwitch asked = new HttpClusterSwitch(cluster);
            assertThat(asked.block(index, BLOCK)).isTrue();
            asked.copy(index, copy, OF_COPY);
            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .until(() -> only(asked, copy).withoutPrimary().isEmpty());
            assertThat(only(asked, copy).aliases()).containsExactly(OF_COPY);
            assertThat(asked.writeBlock(copy)).isEqualTo(WriteBlock.WHOLE);
            assertThat(ShardReach.highest(asked.reach(copy)))
                    .isEqualTo(ShardReach.highest(asked.reach(index)))
                    .hasSize(2);
            assertThat(words(rest, copy)).isEqualTo(words(rest, index)).hasSize(10);

            List<AliasChange> swap = swap(index, target);
            List<AliasChange> late = new ArrayList<>(swap);
            late.set(0, new AliasChange.Remove(target, "Shardstream-x-Swap-1-0"));
            assertThat(asked.change(late)).isFalse();
            assertThat(only(asked, index).name()).isEqualTo(index);
            assertThat(asked.change(swap)).isTrue();

            assertThat(only(asked, index).name()).isEqualTo(target);
            assertThat(asked.isGone(index)).as("the name is an alias").isTrue();
            assertThat(rest.send("PUT", "/" + index + "/_doc/new", "{}").status())
                    .isEqualTo(201);
            arrivesLate(asked, swap);
            assertThat(only(asked, index).name()).isEqualTo(target);

            assertThat(asked.change(List.of(
                            new AliasChange.Remove(target, "Live"),
                            new AliasChange.Remove(target, index),
                            new AliasChange.Add(copy, new Alias(index, TAKES_WRITES)))))
                    .isTrue();
            assertThat(asked.unblock(copy, OF_COPY)).isTrue();
            assertThat(rest.send("PUT", "/" + index + "/_doc/back", "{}").status())
                    .isEqualTo(201);
            assertThat(words(rest, copy)).hasSize(11);
            asked.delete(copy);
            asked.delete(copy);
            assertThat(asked.isGone(copy)).isTrue();
        }
        rest.delete("/" + target);
    }

    private static List<AliasChange> swap(String index, String target) {
        return List.of(
                new AliasChange.Remove(target, TOKEN),
                new AliasChange.RemoveIndex(index),
                new AliasChange.Add(target, new Alias(index, TAKES_WRITES)),
                new AliasChange.Add(target, new Alias("Live", "{}")));
    }

    /// Refused as a whole, in words of each server's own.
    private static void arrivesLate(HttpClusterSwitch asked, List<AliasChange> swap) {
        boolean isDone;
        try {
            isDone = asked.change(swap);
        } catch (ElasticException.Refused e) {
            isDone = e.status() != 400 && e.status() != 404;
        } catch (ElasticException e) {
            isDone = true;
        }
        assertThat(isDone).isFalse();
    }

    /// Of each document its id, sequence number, version and body.
    private static List<String> words(Rest rest, String index) {
        rest.post("/" + index + "/_refresh", "");
        JsonNode hits = rest.post(
                        "/" + index + "/_search", "{\"size\":100,\"seq_no_primary_term\":true,\"version\":true}")
                .path("hits")
                .path("hits");
        return hits.valueStream()
                .map(hit -> hit.path("_id") + " " + hit.path("_seq_no") + " " + hit.path("_version") + " "
                        + hit.path("_source"))
                .sorted()
                .toList();
    }

    private static FoundIndex only(HttpClusterSwitch cluster, String name) throws Exception {
        List<FoundIndex> found = cluster.find(name);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
