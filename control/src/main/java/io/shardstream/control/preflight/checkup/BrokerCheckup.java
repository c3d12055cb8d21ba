package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.topics.KafkaAnswer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/// Looks at the brokers themselves: their certificates, and what the newest records say of clocks.
public final class BrokerCheckup {
    private static final String CLIENT = "shardstream-doctor";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KafkaConnection kafka;
    private final InstantSource clock;
    private final FindingList findings;

    public BrokerCheckup(KafkaConnection kafka, InstantSource clock, FindingList findings) {
        this.kafka = kafka;
        this.clock = clock;
        this.findings = findings;
    }

    /// Of each broker, as it names itself, and of those that the run file names.
    public void certificates() {
        BrokerCertificates certificates = new BrokerCertificates(kafka.settings(CLIENT), clock, findings);
        if (certificates.areAsked()) {
            certificates.look(brokers());
        }
    }

    /// Where Kafka does not answer only those of the run file are known; that it does not is told elsewhere.
    private Set<String> brokers() {
        Set<String> brokers = Arrays.stream(kafka.bootstrap().split(",", -1))
                .map(String::strip)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        try {
            Admin admin = kafka.admin(CLIENT);
            try {
                KafkaAnswer.within(PATIENCE, admin.describeCluster().nodes())
                        .forEach(node -> brokers.add(node.host() + ":" + node.port()));
            } finally {
                admin.close(Duration.ZERO);
            }
        } catch (KafkaException e) {
            return brokers;
        }
        return brokers;
    }

    /// No request to a broker tells its time. Records have that of who wrote them, or of the broker where a
    /// topic says so (`message.timestamp.type`): one from the future shows a clock that is ahead.
    public void clocks(RunTopics topics) {
        findings.add(Finding.unknown(
                FindingCode.CLOCKS_UNKNOWN,
                "the clocks of Kafka's brokers, which they tell nobody: look at them on their"
                        + " machines. How long records are kept is judged by them."));
        Admin admin = kafka.admin(CLIENT);
        try {
            findings.addAll(ClockRule.ofRecords(newest(admin, topics), clock.instant()));
        } catch (KafkaException e) {
            findings.add(Finding.unknown(
                    FindingCode.CLOCKS_UNKNOWN, "how new the newest records are (" + e.getMessage() + ")."));
        } finally {
            admin.close(Duration.ZERO);
        }
    }

    private static Map<String, Instant> newest(Admin admin, RunTopics topics) {
        Set<String> there = KafkaAnswer.of(admin.listTopics().names());
        Map<TopicPartition, OffsetSpec> asked = KafkaAnswer.of(admin.describeTopics(
                                topics.all().stream().filter(there::contains).toList())
                        .allTopicNames())
                .values()
                .stream()
                .flatMap(topic -> partitions(topic).stream())
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.maxTimestamp()));
        Map<String, Instant> newest = new TreeMap<>();
        KafkaAnswer.of(admin.listOffsets(asked).all()).forEach((partition, found) -> {
            if (found.timestamp() >= 0) {
                newest.merge(
                        partition.topic(),
                        Instant.ofEpochMilli(found.timestamp()),
                        (one, other) -> one.isAfter(other) ? one : other);
            }
        });
        return newest;
    }

    private static Set<TopicPartition> partitions(TopicDescription topic) {
        return topic.partitions().stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .collect(Collectors.toSet());
    }
}
