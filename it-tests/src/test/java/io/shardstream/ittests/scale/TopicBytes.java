package io.shardstream.ittests.scale;

import io.shardstream.common.kafka.KafkaConnection;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;

/// What the topics of a run take on the disks of the brokers.
///
/// @param partitions of all topics, each replica counted
/// @param bytes of the logs of each topic, over all partitions and replicas
record TopicBytes(long partitions, Map<String, Long> bytes) {
    /// @param prefix of the topics' names
    static TopicBytes of(KafkaConnection kafka, String prefix) throws Exception {
        try (Admin admin = kafka.admin("test")) {
            List<Integer> brokers =
                    admin.describeCluster().nodes().get().stream().map(Node::id).toList();
            var replicas = admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                    .map(Map::values)
                    .flatMap(Collection::stream)
                    .map(LogDirDescription::replicaInfos)
                    .flatMap(folder -> folder.entrySet().stream())
                    .filter(replica -> replica.getKey().topic().startsWith(prefix))
                    .toList();
            return new TopicBytes(
                    replicas.size(),
                    replicas.stream()
                            .collect(Collectors.groupingBy(
                                    replica -> replica.getKey().topic(),
                                    TreeMap::new,
                                    Collectors.summingLong(
                                            replica -> replica.getValue().size()))));
        }
    }
}
