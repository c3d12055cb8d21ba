package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.run.plan.RunSettings;
import io.shardstream.control.state.ControlTopic;
import io.shardstream.control.state.LostControl;
import io.shardstream.control.state.finding.RunRefusedException;
import io.shardstream.control.state.topics.BrokerLimits;
import io.shardstream.control.state.topics.DocumentLimit;
import io.shardstream.control.state.topics.KafkaAnswer;
import io.shardstream.control.state.topics.OneKafka;
import io.shardstream.control.state.topics.ReplicaChoice;
import io.shardstream.control.state.topics.Replicas;
import io.shardstream.control.state.topics.TopicCreation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the brokers, and changes nothing.
public final class KafkaSurvey {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSurvey.class);
    private static final String METADATA_VERSION = "metadata.version";

    private final KafkaConnection kafka;
    private final RunTopics topics;
    private final Optional<RunSettings> wish;

    /// Of a run that was prepared.
    public KafkaSurvey(KafkaConnection kafka, RunTopics topics) {
        this(kafka, topics, Optional.empty());
    }

    /// Of a run that is to begin: brokers are asked whether they would make its topics.
    public static KafkaSurvey ofWish(KafkaConnection kafka, RunSettings wish) {
        return new KafkaSurvey(kafka, wish.topics(), Optional.of(wish));
    }

    private KafkaSurvey(KafkaConnection kafka, RunTopics topics, Optional<RunSettings> wish) {
        this.kafka = kafka;
        this.topics = topics;
        this.wish = wish;
    }

    /// What they do not tell is empty.
    ///
    /// @throws io.shardstream.control.state.finding.RunRefusedException if Kafka does not answer, or there
    ///     are two
    /// @throws KafkaException if it breaks off
    public KafkaFacts facts() {
        if (wish.isPresent()) {
            OneKafka.require(kafka);
        }
        Admin admin = kafka.admin("shardstream-plan");
        try {
            Collection<Node> brokers = KafkaAnswer.first(admin.describeCluster().nodes(), kafka.bootstrap());
            Optional<ControlRecords> said = ControlTopic.find(kafka, topics);
            boolean prepared = said.flatMap(ControlRecords::plan).isPresent();
            return new KafkaFacts(
                    ReplicaChoice.brokers(admin),
                    metadataVersion(admin),
                    settings(admin, brokers),
                    rooms(admin, brokers),
                    runTopics(admin),
                    prepared,
                    said.flatMap(this::owner),
                    prepared ? Optional.empty() : LostControl.of(kafka, topics),
                    prepared ? Optional.empty() : wish.flatMap(wanted -> refusal(admin, wanted)),
                    said.filter(_ -> prepared));
        } finally {
            // Without a limit it would wait for a broker that does not answer.
            admin.close(Duration.ZERO);
        }
    }

    private Optional<TargetOwner> owner(ControlRecords said) {
        return said.plan()
                .map(TargetOwner::planned)
                .or(() -> said.of(RunId.KEY, RunId::decode).map(id -> TargetOwner.beginning(topics.run(), id)));
    }

    /// By what they say to topics of one partition: how many there will be the indices decide.
    private static Optional<String> refusal(Admin admin, RunSettings wish) {
        try {
            DocumentLimit limit =
                    DocumentLimit.of(wish.maxDocument(), BrokerLimits.requestMaxBytes(admin), Long.MAX_VALUE);
            new TopicCreation(admin, wish.topics(), ReplicaChoice.by(admin, wish.replication())).require(1, 1, limit);
            return Optional.empty();
        } catch (RunRefusedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            LOG.info("Kafka does not tell whether it would make the run's topics: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static OptionalInt metadataVersion(Admin admin) {
        try {
            return Optional.ofNullable(KafkaAnswer.of(admin.describeFeatures().featureMetadata())
                            .supportedFeatures()
                            .get(METADATA_VERSION))
                    .map(range -> OptionalInt.of(range.maxVersion()))
                    .orElse(OptionalInt.empty());
        } catch (KafkaException e) {
            LOG.info("Kafka does not tell its features: {}", e.getMessage());
            return OptionalInt.empty();
        }
    }

    private static Map<String, String> settings(Admin admin, Collection<Node> brokers) {
        List<ConfigResource> resources = brokers.stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, node.idString()))
                .toList();
        Map<String, String> settings = new HashMap<>();
        try {
            KafkaAnswer.of(admin.describeConfigs(resources).all()).values().forEach(config -> put(config, settings));
        } catch (KafkaException e) {
            LOG.info("Kafka does not tell its settings: {}", e.getMessage());
        }
        return settings;
    }

    /// Notes what a broker says, by which topics are made as by [ReplicaChoice]: of the replicas the largest
    /// number.
    static void put(Config config, Map<String, String> settings) {
        config.entries().forEach(entry -> {
            String value = entry.value();
            if (value == null) {
                return;
            }
            if (entry.name().equals(ReplicaChoice.BROKERS_DEFAULT)) {
                settings.merge(entry.name(), value, KafkaSurvey::larger);
            } else {
                settings.put(entry.name(), value);
            }
        });
    }

    private static String larger(String one, String other) {
        return ReplicaChoice.number(one).orElse(0)
                        >= ReplicaChoice.number(other).orElse(0)
                ? one
                : other;
    }

    /// Empty if one of them does not tell.
    private static List<BrokerRoom> rooms(Admin admin, Collection<Node> brokers) {
        Map<Integer, Map<String, LogDirDescription>> folders;
        try {
            folders = KafkaAnswer.of(
                    admin.describeLogDirs(brokers.stream().map(Node::id).toList())
                            .allDescriptions());
        } catch (KafkaException e) {
            LOG.info("Kafka does not tell how full its disks are: {}", e.getMessage());
            return List.of();
        }
        List<BrokerRoom> rooms = new ArrayList<>();
        for (Map.Entry<Integer, Map<String, LogDirDescription>> broker : folders.entrySet()) {
            OptionalLong bytes = BrokerRoom.bytes(broker.getValue().values());
            if (bytes.isEmpty()) {
                return List.of();
            }
            rooms.add(new BrokerRoom(broker.getKey(), bytes.getAsLong()));
        }
        rooms.sort(Comparator.comparingInt(BrokerRoom::broker));
        return rooms;
    }

    private List<TopicFacts> runTopics(Admin admin) {
        Set<String> there = KafkaAnswer.of(admin.listTopics().names());
        List<String> ours = topics.all().stream().filter(there::contains).toList();
        Map<String, TopicDescription> described =
                KafkaAnswer.of(admin.describeTopics(ours).allTopicNames());
        return described.values().stream()
                .map(topic -> new TopicFacts(
                        topic.name(),
                        records(admin, topic),
                        Replicas.least(topic),
                        Replicas.leastInSync(topic),
                        topicSettings(admin, topic.name())))
                .sorted(Comparator.comparing(TopicFacts::name))
                .toList();
    }

    private static long records(Admin admin, TopicDescription topic) {
        Map<TopicPartition, OffsetSpec> ends = topic.partitions().stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        return KafkaAnswer.of(admin.listOffsets(ends).all()).values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    private static Map<String, String> topicSettings(Admin admin, String name) {
        Map<String, String> settings = new HashMap<>();
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, name);
        try {
            KafkaAnswer.of(admin.describeConfigs(List.of(topic)).all())
                    .values()
                    .forEach(config -> put(config, settings));
        } catch (KafkaException e) {
            LOG.info("Kafka does not tell the settings of topic {}: {}", name, e.getMessage());
        }
        return settings;
    }
}
