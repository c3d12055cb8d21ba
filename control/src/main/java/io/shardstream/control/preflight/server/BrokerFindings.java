package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.topics.ReplicaChoice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Whether the brokers keep what a run writes, and have room for it.
public final class BrokerFindings {
    private static final String MIN_ISR = "min.insync.replicas";
    private static final String UNCLEAN = "unclean.leader.election.enable";
    private static final String SHORTEST_SESSION = "group.min.session.timeout.ms";
    private static final String LONGEST_SESSION = "group.max.session.timeout.ms";
    /// `IBP_4_0_IV0` in Kafka's `MetadataVersion`.
    private static final int KAFKA_4 = 22;
    /// How far documents in JSON are compressed at best, in whole batches.
    private static final int COMPRESSED = 4;

    private static final String FREED_LATE =
            " Brokers free what is taken away every five minutes only (log.retention.check.interval.ms).";

    private BrokerFindings() {}

    public static List<Finding> of(KafkaFacts kafka, KafkaNeed need) {
        List<Finding> findings = new ArrayList<>();
        version(kafka, findings);
        replicas(kafka, need, findings);
        settings(kafka, need.sessionTimeout(), findings);
        disk(kafka, need, findings);
        return findings;
    }

    /// What may have changed since the topics of a run were made, of which [TopicFindings] tell what they are
    /// like now.
    ///
    /// @param replication replicas of each topic, as the run file asks, or -1 for the brokers' default
    /// @param sessionTimeout of readers and writers
    public static List<Finding> ofWorking(KafkaFacts kafka, int replication, Duration sessionTimeout) {
        List<Finding> findings = new ArrayList<>();
        kept(kafka, kafka.replication(replication), findings);
        settings(kafka, sessionTimeout, findings);
        return findings;
    }

    /// What was chosen for a run file that does not say on how many brokers the run's topics are kept.
    public static Finding chosen(KafkaFacts kafka) {
        OptionalLong standard = kafka.number(ReplicaChoice.BROKERS_DEFAULT);
        int chosen = kafka.replication(ReplicaChoice.NOT_SAID);
        return Finding.notes(
                FindingCode.REPLICATION_CHOSEN,
                "The run's topics are kept on " + NumberText.of(chosen, "broker") + " of " + kafka.brokers()
                        + ", as kafka.replication is not in the run file and "
                        + (standard.isPresent()
                                ? "the brokers' " + ReplicaChoice.BROKERS_DEFAULT + " is " + standard.getAsLong() + "."
                                : "the brokers do not tell their " + ReplicaChoice.BROKERS_DEFAULT + "."),
                "");
    }

    private static void version(KafkaFacts kafka, List<Finding> findings) {
        if (kafka.metadataVersion().isEmpty()) {
            findings.add(Finding.unknown(
                    FindingCode.BROKER_VERSION_UNKNOWN, "which version the brokers have, as they do not tell."));
        } else if (kafka.metadataVersion().getAsInt() < KAFKA_4) {
            findings.add(Finding.blocks(
                    FindingCode.KAFKA_TOO_OLD, "Kafka is older than 4.0, which is not supported.", "Use Kafka 4."));
        }
    }

    private static void replicas(KafkaFacts kafka, KafkaNeed need, List<Finding> findings) {
        long inSync = kafka.number(MIN_ISR).orElse(1);
        if (need.replication() > kafka.brokers()) {
            findings.add(Finding.blocks(
                    FindingCode.TOO_FEW_BROKERS,
                    "kafka.replication is " + need.replication() + ", and there "
                            + (kafka.brokers() == 1 ? "is 1 broker." : "are " + kafka.brokers() + " brokers."),
                    "Start more brokers, or lower it."));
        } else if (need.replication() < inSync) {
            findings.add(Finding.blocks(
                    FindingCode.REPLICATION_BELOW_MIN_ISR,
                    "kafka.replication is " + need.replication() + ", and brokers take nothing that is not on " + inSync
                            + " of them (" + MIN_ISR + ").",
                    "Raise kafka.replication to " + (inSync + 1) + "."));
        } else {
            kept(kafka, need.replication(), findings);
        }
    }

    /// Whether what one broker loses is lost.
    private static void kept(KafkaFacts kafka, int replication, List<Finding> findings) {
        if (replication == 1) {
            findings.add(Finding.warns(
                    FindingCode.REPLICATION_OF_ONE,
                    "kafka.replication is 1: when a broker's disk is lost, the run's topics are gone, and all is"
                            + " to be read again.",
                    kafka.brokers() > 2
                            ? "Set kafka.replication to 3."
                            : "Use three brokers, and set kafka.replication to 3."));
        } else if (!kafka.settings().isEmpty() && kafka.number(MIN_ISR).orElse(1) == 1) {
            findings.add(Finding.warns(
                    FindingCode.ACKNOWLEDGED_BY_ONE_BROKER,
                    "Brokers acknowledge records that are on one of them only (" + MIN_ISR + " is 1): what it loses is"
                            + " read again.",
                    "Set " + MIN_ISR + " to 2."));
        }
    }

    /// What brokers say of themselves.
    private static void settings(KafkaFacts kafka, Duration sessionTimeout, List<Finding> findings) {
        if (kafka.settings().isEmpty()) {
            findings.add(Finding.unknown(
                    FindingCode.BROKER_SETTINGS_UNKNOWN,
                    "how many brokers have a record before it is acknowledged (" + MIN_ISR + "), and whether one that"
                            + " lacks records may become a leader (" + UNCLEAN
                            + "): that takes the operation DescribeConfigs on the cluster."));
            return;
        }
        if (kafka.setting(UNCLEAN).filter("true"::equals).isPresent()) {
            findings.add(Finding.warns(
                    FindingCode.UNCLEAN_LEADER_ELECTION,
                    "A broker that lacks records may become the leader of a partition (" + UNCLEAN
                            + "): these records are lost then, and the run stops.",
                    "Set " + UNCLEAN + " to false."));
        }
        sessions(kafka, sessionTimeout, findings);
    }

    private static void sessions(KafkaFacts kafka, Duration sessionTimeout, List<Finding> findings) {
        long asked = sessionTimeout.toMillis();
        long shortest = kafka.number(SHORTEST_SESSION).orElse(0);
        long longest = kafka.number(LONGEST_SESSION).orElse(Long.MAX_VALUE);
        if (asked < shortest || asked > longest) {
            findings.add(Finding.blocks(
                    FindingCode.SESSION_TIMEOUT_REFUSED,
                    "session-timeout is " + asked + " ms, and the brokers take " + shortest + " to " + longest + " ms ("
                            + SHORTEST_SESSION + ", " + LONGEST_SESSION + ").",
                    "Change session-timeout in the run file."));
        }
    }

    /// By the broker with the least room: what lies on it cannot go to another one's disk.
    private static void disk(KafkaFacts kafka, KafkaNeed need, List<Finding> findings) {
        Optional<BrokerRoom> least = kafka.leastRoom();
        if (least.isEmpty()) {
            findings.add(Finding.unknown(
                    FindingCode.BROKER_DISKS_UNKNOWN, "how much room the brokers' disks have, as they do not tell."));
            return;
        }
        long room = least.get().bytes();
        long most = need.mostOnOne(kafka.brokers());
        String what =
                "Up to " + NumberText.bytes(need.bytes()) + " of documents may lie in Kafka at once (with docs.trim "
                        + need.trim().text() + " and kafka.replication " + need.replication()
                        + ", as the run file says or as was chosen), less as far as they are compressed, and up to "
                        + NumberText.bytes(most) + " of them on one broker; "
                        + (kafka.brokers() == 1
                                ? "its disks have "
                                : "broker " + least.get().broker() + ", of " + kafka.brokers()
                                        + " the one with the least room, has ")
                        + NumberText.bytes(room) + ".";
        String advice = need.trim() == Trim.WRITTEN
                ? "Lower docs.max-backlog and throttle.total, or give brokers more disk: a full one stops."
                : "Say docs.trim: written in the run file, and lower docs.max-backlog, or give brokers more disk: a"
                        + " full one stops.";
        long all = kafka.rooms().stream().mapToLong(BrokerRoom::bytes).sum();
        if (need.leastOnOne(kafka.brokers()) / COMPRESSED > room || need.bytes() / COMPRESSED > all) {
            findings.add(Finding.blocks(FindingCode.BROKER_DISK_TOO_SMALL, what, advice));
        } else if (need.mayPassBeforeFreed(room)) {
            findings.add(Finding.warns(FindingCode.BROKER_DISK_TIGHT, what + FREED_LATE, advice));
        } else {
            findings.add(
                    most > room
                            ? Finding.warns(FindingCode.BROKER_DISK_TIGHT, what, advice)
                            : Finding.notes(FindingCode.BROKER_DISK_SUFFICIENT, what, ""));
        }
    }
}
