package io.shardstream.ittests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.ittests.versions.RefreshCheck;
import io.shardstream.reader.source.HttpSourceShard;
import io.shardstream.reader.source.PrimaryCopy;
import io.shardstream.simulation.contract.SourceContract;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A real Elasticsearch.
@RealServers
class ElasticsearchSourceTest extends SourceContract {
    private static final int LARGEST = 1 << 20;

    @Override
    protected void over(Body body) throws Exception {
        URI server = Servers.elasticsearch().url();
        Rest rest = new Rest(server);
        String index = Servers.name("contract");
        rest.put("/" + index, """
                {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": -1,
                  "max_result_window": %d}}""".formatted(Source.MAX_RESULTS));
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("source", List.of(server), TestPatience.LIMIT, "test"))) {
            body.run(new Real(rest, cluster, index, rest.uuidOf(index)));
        }
    }

    @Test
    void aShardIsRefreshedAlone() throws Exception {
        RefreshCheck.refreshesOneShardAlone(Servers.elasticsearch().url());
    }

    private record Real(Rest rest, ElasticCluster cluster, String index, String uuid) implements Source {
        @Override
        public PrimaryCopy copy() throws Exception {
            IndexShards shards = new IndexShards(cluster, "source", index, uuid);
            return new HttpSourceShard(shards, index, 0, LARGEST, false).locate();
        }

        @Override
        public void write(String id, boolean routed, @Nullable String source) {
            String path = "/" + index + "/_doc/" + id + (routed ? "?routing=" + id : "");
            Rest.Answer answer = source == null ? rest.send("DELETE", path, "") : rest.send("PUT", path, source);
            assertThat(answer.isOk()).isTrue();
        }

        @Override
        public void pause(Duration time) throws InterruptedException {
            Thread.sleep(time);
        }
    }
}
