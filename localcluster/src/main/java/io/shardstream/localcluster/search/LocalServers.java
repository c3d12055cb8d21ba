package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.localcluster.kafka.KafkaVersion;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.LocalServer;
import java.util.List;
import java.util.function.Consumer;

/// Kafka and search clusters side by side, for people who want to try something. They end with this JVM.
///
/// @param brokers of one Kafka cluster, 0 for none
/// @param searchClusters one cluster each
/// @param nodes of each search cluster, at least 1
public record LocalServers(int brokers, List<SearchServerVersion> searchClusters, int nodes) {
    public LocalServers {
        searchClusters = List.copyOf(searchClusters);
    }

    /// Starts all of them, one cluster after another.
    ///
    /// @param lines told of each server when its cluster serves: what it is, its name, address and process
    /// @throws io.shardstream.localcluster.process.LocalServerException if one cannot be started
    public void start(Consumer<String> lines) {
        if (brokers > 0) {
            KafkaCluster.builder()
                    .brokers(brokers)
                    .start()
                    .brokers()
                    .forEach(
                            broker -> lines.accept(line(KafkaVersion.standard().toString(), broker, broker.address())));
        }
        for (SearchServerVersion version : searchClusters) {
            SearchCluster.of(version)
                    .nodes(nodes)
                    .start()
                    .nodes()
                    .forEach(node -> lines.accept(
                            line(version.toString(), node, node.url().toString())));
        }
    }

    /// Puts those into the cache that are not there yet, and starts none.
    ///
    /// @param lines told of each server where it lies
    public void fetch(Consumer<String> lines) {
        ServerCache cache = ServerCache.standard(Account.forServers());
        if (brokers > 0) {
            KafkaVersion version = KafkaVersion.standard();
            lines.accept(version + " " + KafkaCluster.home(version, cache));
        }
        searchClusters.forEach(version -> lines.accept(version + " " + SearchCluster.home(version, cache)));
    }

    private static String line(String version, LocalServer server, String address) {
        return "%s %s %s pid %d".formatted(version, server.name(), address, server.pid());
    }
}
