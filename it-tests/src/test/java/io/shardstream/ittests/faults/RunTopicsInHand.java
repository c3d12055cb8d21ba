package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.awaitility.Awaitility;

/// The topics of a run in the hands of somebody who may do everything in Kafka.
final class RunTopicsInHand implements AutoCloseable {
    private final String prefix;
    private final Admin admin;

    RunTopicsInHand(CopyRun run) {
        this.prefix = "shardstream." + run.topics().run() + ".";
        this.admin = run.connection().admin("test");
    }

    /// Deletes all records of a topic. Brokers do that only where records expire.
    void empty(String topic) throws Exception {
        String policy = setting(topic, "cleanup.policy");
        set(topic, "cleanup.policy", "delete");
        deleteRecords(topic);
        set(topic, "cleanup.policy", policy);
    }

    private void deleteRecords(String topic) throws Exception {
        List<TopicPartition> partitions = Objects.requireNonNull(admin.describeTopics(List.of(topic))
                        .allTopicNames()
                        .get()
                        .get(topic))
                .partitions()
                .stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        var ends = admin.listOffsets(
                        partitions.stream().collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.latest())))
                .all()
                .get();
        admin.deleteRecords(ends.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                end -> RecordsToDelete.beforeOffset(
                                        end.getValue().offset()))))
                .all()
                .get();
    }

    void delete(String topic) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
    }

    /// Deletes every topic of the run.
    void deleteAll() throws Exception {
        admin.deleteTopics(names()).all().get();
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(names()).isEmpty());
    }

    private Set<String> names() throws Exception {
        return admin.listTopics().names().get().stream()
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toSet());
    }

    String setting(String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return Objects.requireNonNull(
                        admin.describeConfigs(List.of(resource)).all().get().get(resource))
                .get(name)
                .value();
    }

    void set(String topic, String name, String value) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        admin.incrementalAlterConfigs(Map.of(
                        resource, List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
