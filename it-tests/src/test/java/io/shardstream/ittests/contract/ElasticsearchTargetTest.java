package io.shardstream.ittests.contract;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticSettings;
import io.shardstream.common.shard.IndexShards;
import io.shardstream.control.compare.scan.HttpScannedShard;
import io.shardstream.control.compare.scan.ScanPace;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.simulation.contract.TargetContract;
import io.shardstream.writer.answer.BulkAnswer;
import io.shardstream.writer.send.Bulk;
import io.shardstream.writer.send.ElasticBulkSender;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A real Elasticsearch.
@RealServers
class ElasticsearchTargetTest extends TargetContract {
    @Override
    protected void over(Body body) throws Exception {
        URI server = Servers.elasticsearch().url();
        Rest rest = new Rest(server);
        String index = Servers.name("contract");
        String alias = "Write-" + index;
        rest.put("/" + index, """
                {"settings": {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": -1,
                  "gc_deletes": "500ms"}, "aliases": {"%s": {}}}""".formatted(alias));
        try (ElasticCluster cluster =
                ElasticCluster.of(ElasticSettings.open("target", List.of(server), TestPatience.LIMIT, "test"))) {
            body.run(new Real(cluster, index, rest.uuidOf(index), alias));
        }
    }

    private record Real(ElasticCluster cluster, String index, String uuid, String alias) implements Target {
        @Override
        public ScannedCopy copy() throws Exception {
            return new HttpScannedShard(
                            new IndexShards(cluster, "target", index, uuid), ScanPace.NONE, index, 0, 1 << 20)
                    .locate();
        }

        @Override
        public BulkAnswer send(Bulk bulk) throws Exception {
            CompletableFuture<BulkAnswer> told = new CompletableFuture<>();
            new ElasticBulkSender(cluster, alias, index, Runnable::run)
                    .send(bulk, "", told::complete, told::completeExceptionally);
            return told.get();
        }

        @Override
        public Duration tombstonesLast() {
            return Duration.ofMillis(1500);
        }

        @Override
        public void pause(Duration time) throws Exception {
            Thread.sleep(time);
        }
    }
}
