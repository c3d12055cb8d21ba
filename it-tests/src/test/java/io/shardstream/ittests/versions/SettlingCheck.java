package io.shardstream.ittests.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.HttpShardCopy;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.net.URI;
import java.util.List;
import org.awaitility.Awaitility;

/// Has an index settle that would sync its translog only after an hour, on any server.
public final class SettlingCheck {
    private SettlingCheck() {}

    /// What was acknowledged and is not on a disk is not settled, and is so after one request.
    public static void settlesWhatIsNotSynced(URI server) throws Exception {
        String index = Servers.name("synced-later");
        Rest rest = new Rest(server);
        rest.put("/" + index, """
                {"settings": {"number_of_shards": 1, "number_of_replicas": 0,
                 "translog": {"durability": "async", "sync_interval": "1h"}}}""");
        rest.put("/" + index + "/_doc/1?refresh=true", "{}");
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", List.of(server), TestPatience.LIMIT, "test"))) {
            HttpShardCopy copy = new IndexShards(cluster, "source", index, rest.uuidOf(index)).locate(0);
            assertThat(copy.numbers()).extracting(CopyNumbers::globalCheckpoint).isEqualTo(-1L);

            copy.settleIndex();

            Awaitility.await()
                    .atMost(TestPatience.LIMIT)
                    .untilAsserted(() -> assertThat(copy.numbers())
                            .extracting(CopyNumbers::globalCheckpoint)
                            .isEqualTo(0L));
        }
    }
}
