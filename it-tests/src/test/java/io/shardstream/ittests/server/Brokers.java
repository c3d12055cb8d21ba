package io.shardstream.ittests.server;

import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.seal.Sealing;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.localcluster.kafka.KafkaCluster;
import java.util.List;
import java.util.Map;

/// Where a run keeps its topics.
///
/// @param bootstrap the value of `bootstrap.servers`
/// @param replication of the run's topics
/// @param proxies in front of the brokers
/// @param own how the test itself reaches them
public record Brokers(String bootstrap, int replication, List<FaultProxy> proxies, KafkaConnection own) {
    private Brokers(String bootstrap, int replication, List<FaultProxy> proxies) {
        // What is sealed is seen as it lies there.
        this(bootstrap, replication, proxies, new KafkaConnection(bootstrap, Map.of(), Sealing.WITHOUT_KEY));
    }

    /// The broker that all tests share, through its proxy.
    public static Brokers shared() {
        return new Brokers(
                Servers.kafka().bootstrap(), 1, List.of(Servers.kafka().proxy()));
    }

    /// A test's own, each topic on as many of them as there are.
    public static Brokers of(KafkaCluster cluster) {
        return new Brokers(cluster.bootstrapServers(), cluster.brokers().size(), List.of());
    }

    /// Lets everything held go on and holds nothing more.
    public void clear() {
        proxies.forEach(FaultProxy::clear);
    }
}
