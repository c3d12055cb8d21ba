package io.shardstream.reader.source;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.reader.window.Window;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// Two nodes that answer over real HTTP, and the shard that is looked for on them.
final class SourceShardFixture {
    static final int HITS = 100;
    static final int ENOUGH = 10_000;
    static final String HEAD = "{\"timed_out\":false,\"_shards\":{\"total\":1,\"successful\":1,\"failed\":0},"
            + "\"hits\":{\"total\":{\"value\":%d,\"relation\":\"eq\"},\"hits\":[";
    static final Window WINDOW = new Window(3, 7);

    final FakeSourceNode node;
    final FakeSourceNode other;
    final ElasticCluster cluster;

    SourceShardFixture() throws IOException {
        node = new FakeSourceNode();
        other = new FakeSourceNode();
        other.primary = false;
        cluster = ElasticCluster.of(ElasticSettings.open(
                "source", List.of(URI.create("http://" + node.address())), Duration.ofMinutes(5), "test"));
    }

    void close() {
        cluster.close();
        node.close();
        other.close();
    }

    PrimaryCopy locate() throws ElasticException, NotPrimaryException {
        return locate(true);
    }

    PrimaryCopy locate(boolean mayRefresh) throws ElasticException, NotPrimaryException {
        IndexShards shards = new IndexShards(cluster, "source", "i", FakeSourceNode.UUID, mayRefresh);
        return new HttpSourceShard(shards, "i", 1, 1000, false).locate();
    }

    static String hit(long seqNo, String source) {
        return "{\"_index\":\"i\",\"_id\":\"d" + seqNo + "\",\"_seq_no\":" + seqNo
                + ",\"_primary_term\":1,\"_score\":0.0,\"_source\":" + source + "}";
    }
}
